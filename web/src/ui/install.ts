// The service worker (src/offline.ts): the page works without a connection after the first visit, and can be installed.

// Where browsers allow it: over HTTPS or from this machine.
export async function startOffline(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("./offline.js").catch(() => undefined);
}

// Keeps a file of the site that isn't part of the page.
export async function keepFile(address: string): Promise<void> {
  if (!import.meta.env?.PROD || !navigator.serviceWorker?.controller) {
    const { serviceWorker } = navigator;
    if (!serviceWorker || !(await serviceWorker.getRegistration())) return;
    await serviceWorker.ready;
  }
  (await navigator.serviceWorker.ready).active?.postMessage({ keep: address });
}
