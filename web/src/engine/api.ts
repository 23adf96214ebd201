// Requests to the server that the page came from, with its token where it wants one (serve --token-for-all). The token
// is kept until the tab is closed.

import { signal } from "@preact/signals";
import { words } from "../text/text";

const kKey = "tabia.token";

// The server doesn't answer. It is asked now and then until it does.
export const isLost = signal(false);
const kAgainMs = 3000;

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
  try {
    const response = await fetch(path, { ...options, headers });
    isLost.value = false;
    wantsToken.value = response.status === 401;
    return response;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    lost();
    throw new Error(words().engine.noAnswer, { cause: error });
  }
}

// Of the page's server: a connection that broke off, or was refused.
export function lost(): void {
  if (isLost.value) return;
  isLost.value = true;
  const look = (): void => {
    if (isLost.value) void ask("healthz").catch(() => setTimeout(look, kAgainMs));
  };
  setTimeout(look, kAgainMs);
}
