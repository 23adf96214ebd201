// A test that waits for what can never come ends soon, and says what the page showed instead.
//
// Nothing here depends on how busy the machine is: what counts is whether anything still happens. If this process and
// all that it has started (browser, servers) use next to no processor time for half a minute, and none of them wants
// any or waits for the disk, they wait for ever.

import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const kTickMs = 3000;
const kTicksToHang = 10;
const kIdleTicks = 12; // hundredths of a second in a tick: what polling and timers of a page take
const watched = new Set<Page>();
let timer: ReturnType<typeof setInterval> | undefined;

// This process and its descendants, and the processor time of all, in hundredths of a second; undefined where there is
// no /proc, or if one of them is stopped.
function family(): { ids: number[]; time: number } | undefined {
  try {
    const all = readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name): { id: number; parent: number; state: string; time: number }[] => {
        try {
          const stat = readFileSync(`/proc/${name}/stat`, "utf8");
          const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
          return [
            {
              id: Number(name),
              parent: Number(fields[1]),
              state: fields[0]!,
              time: Number(fields[11]) + Number(fields[12]),
            },
          ];
        } catch {
          return []; // it has ended meanwhile
        }
      });
    const ours = new Set([process.pid]);
    for (let size = 0; size < ours.size; ) {
      size = ours.size;
      for (const { id, parent } of all) if (ours.has(parent)) ours.add(id);
    }
    const members = all.filter(({ id }) => ours.has(id));
    if (members.some(({ state }) => state === "T")) return undefined;
    return { ids: members.map(({ id }) => id), time: members.reduce((sum, { time }) => sum + time, 0) };
  } catch {
    return undefined;
  }
}

// A thread of another process of the family runs, or would if it got a processor, or waits for the disk.
const wantsProcessor = (ids: number[]): boolean =>
  ids.some((id) => {
    if (id === process.pid) return false;
    try {
      return readdirSync(`/proc/${id}/task`).some((thread) =>
        / [RD] /.test(readFileSync(`/proc/${id}/task/${thread}/stat`, "utf8").replace(/^.*\)/s, "")),
      );
    } catch {
      return false; // it has ended meanwhile
    }
  });

async function tell(page: Page): Promise<void> {
  const shown = await page
    .evaluate(() => ({
      address: location.href,
      faults: [...document.querySelectorAll(".fault")].map((fault) => fault.textContent),
      text: document.querySelector("main")?.innerText.replace(/\s+/g, " ").slice(0, 1200),
    }))
    .catch((error: unknown) => String(error));
  console.error(
    `nothing has happened for ${(kTickMs * kTicksToHang) / 1000} s; the page shows ${JSON.stringify(shown)}`,
  );
}

// Until unwatch(): closes the page's context, so that whatever waits for it fails, when nothing happens any more.
export function watch(page: Page): void {
  watched.add(page);
  page.once("close", () => unwatch(page));
  if (timer) return;
  let before = family();
  let idle = 0;
  timer = setInterval(() => {
    const now = family();
    const isIdle = now && before && now.time - before.time <= kIdleTicks && !wantsProcessor(now.ids);
    idle = isIdle ? idle + 1 : 0;
    before = now;
    if (idle < kTicksToHang) return;
    idle = 0;
    for (const each of watched) void tell(each).then(() => each.context().close());
  }, kTickMs);
  timer.unref();
}

export function unwatch(page: Page): void {
  watched.delete(page);
  if (watched.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}
