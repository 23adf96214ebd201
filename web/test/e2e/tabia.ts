// A real `tabia serve` for the tests, with a training run and a match to watch.

import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Service {
  url: string; // without a slash at the end
  runs: string;
  close(): void;
}

// Can this program serve at all?
export function canServe(binary: string): boolean {
  try {
    return /Usage: tabia serve/.test(execFileSync(binary, ["serve", "--help"], { encoding: "utf8" }));
  } catch {
    return false;
  }
}

export async function startService(binary: string, options: string[] = []): Promise<Service> {
  const runs = mkdtempSync(join(tmpdir(), "tabia-runs-"));
  execFileSync(binary, ["train", "xor", "--out", join(runs, "xor")], { stdio: "ignore" });
  const match = ["match", "--engine", "net=default,name=net", "--engine", "evaluation=classical,name=hand"];
  execFileSync(binary, [...match, "--nodes", "400", "--games", "6", "--record", join(runs, "small.jsonl")], {
    stdio: "ignore",
  });
  const service = await serveRuns(binary, runs, options);
  return {
    ...service,
    close: () => {
      service.close();
      rmSync(runs, { recursive: true, force: true });
    },
  };
}

// Only the server, for a folder of runs.
export async function serveRuns(binary: string, runs: string, options: string[] = []): Promise<Service> {
  const program: ChildProcess = spawn(binary, ["serve", "--port", "0", "--runs", runs, ...options], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = "";
    const look = (piece: Buffer): void => {
      text += piece.toString();
      const found = /http:\/\/[\d.]+(:\d+)/.exec(text);
      if (found) resolve(`http://127.0.0.1${found[1]}`);
    };
    program.stdout!.on("data", look);
    program.stderr!.on("data", look);
    program.on("exit", () => reject(new Error(`tabia serve ended: ${text}`)));
  });
  return { url, runs, close: () => void program.kill("SIGTERM") };
}
