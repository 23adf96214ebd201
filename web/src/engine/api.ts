// Requests to the server that the page came from, with its token where it wants one (serve --token-for-all). The token
// is kept until the tab is closed.

import { signal } from "@preact/signals";

const kKey = "tabia.token";

// The server has refused a request for want of the token, or for a wrong one.
export const wantsToken = signal(false);

let token = "";
try {
  token = sessionStorage.getItem(kKey) ?? "";
} catch {
  // not allowed: it is asked for again
}

export function setToken(value: string): void {
  token = value.trim();
  try {
    sessionStorage.setItem(kKey, token);
  } catch {
    // not allowed
  }
}

export async function ask(path: string, options: RequestInit = {}): Promise<Response> {
  const headers = { ...(options.headers as Record<string, string>) };
  if (token) headers.Authorization = `Bearer ${token}`;
  const response = await fetch(path, { ...options, headers });
  wantsToken.value = response.status === 401;
  return response;
}
