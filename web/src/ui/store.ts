// What lasts from visit to visit and is too large for localStorage: games. IndexedDB, one value for each name; where
// the browser doesn't allow it, nothing is kept and nothing is said.

const kStore = "kept";

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("tabia", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(kStore);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("not allowed"));
  });
  return opened;
}

export async function readKept<T>(name: string): Promise<T | undefined> {
  try {
    const request = (await database()).transaction(kStore).objectStore(kStore).get(name);
    return await new Promise((resolve) => {
      request.onsuccess = () => resolve(request.result as T | undefined);
      request.onerror = () => resolve(undefined);
    });
  } catch {
    return undefined;
  }
}

// Under all of these names, or under none. Values of one name are written in the order of the calls.
export async function keep(name: string | string[], value: unknown): Promise<void> {
  try {
    const transaction = (await database()).transaction(kStore, "readwrite");
    for (const each of [name].flat()) transaction.objectStore(kStore).put(value, each);
    transaction.commit(); // now: the page may be about to go
  } catch {
    // not allowed, or the disk is full
  }
}
