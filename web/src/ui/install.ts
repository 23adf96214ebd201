// The service worker (src/offline.ts): the page works without a connection after the first visit, and can be installed.

let started: Promise<ServiceWorkerRegistration | undefined> = Promise.resolve(undefined);

// Where browsers allow it: over HTTPS or from this machine.
export function startOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  started = navigator.serviceWorker.register("./offline.js").catch(() => undefined);
}

// Keeps a file of the site that isn't part of the page.
export async function keepFile(address: string): Promise<void> {
  if (!(await started)) return;
  (await navigator.serviceWorker.ready).active?.postMessage({ keep: address });
}
