// Adds the games of a PGN file to the server's database (POST /games). The file is sent in parts that end between two
// games: whatever its size, it takes little memory, how far it is is known, and it can be stopped.

import { ask, wantsToken } from "./api";
import { aborted } from "./engine";
import { problemOf } from "./server";
import { words } from "../text/text";

export interface Imported {
  added: number;
  known: number; // were in the database already
  bad: number;
  games: number; // in the database now
  remarks: string[];
}

export interface ImportOptions {
  signal: AbortSignal;
  onProgress: (done: number, total: number, sum: Imported) => void; // bytes
}

const kPart = 4 << 20; // bytes
const kLongestPart = 7 << 20; // if a game is that long; the server's usual limit is 8 MiB
const kMostRemarks = 20;

// Throws a Refused if the server doesn't want it, or says what is wrong with the file. What was added before stays.
export async function importGames(file: Blob, { signal, onProgress }: ImportOptions): Promise<Imported> {
  const sum: Imported = { added: 0, known: 0, bad: 0, games: 0, remarks: [] };
  if (isPacked(await bytesOf(file.slice(0, 4)))) throw new Error(words().explorer.packed);
  let line = 1; // where the next part begins
  for (let at = 0; at < file.size; ) {
    const end = await endOfPart(file, at);
    if (signal.aborted) throw aborted();
    const part = await bytesOf(file.slice(at, end));
    const found = await send(part, line, signal);
    line += linesIn(part);
    sum.added += found.added;
    sum.known += found.known;
    sum.bad += found.bad;
    sum.games = found.games;
    const said = found.remarks.map((text) => text.replace(/^pgn: /, ""));
    sum.remarks = [...sum.remarks, ...said].slice(0, kMostRemarks);
    at = end;
    onProgress(at, file.size, sum);
  }
  return sum;
}

const bytesOf = async (part: Blob): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await part.arrayBuffer());

// The last beginning of a game in the next kPart bytes, or the end of the file. Throws if a game is too long.
async function endOfPart(file: Blob, at: number): Promise<number> {
  for (let size = kPart; ; size = Math.min(kLongestPart, size + kPart)) {
    if (at + size >= file.size) return file.size;
    const length = lastGame(await bytesOf(file.slice(at, at + size)));
    if (length > 0) return at + length;
    if (size === kLongestPart) throw new Error(words().explorer.longGame);
  }
}

// Where the last game of the text begins: at a tag after an empty line. 0 if that can't be told.
export function lastGame(bytes: Uint8Array): number {
  const [lineEnd, carriageReturn, bracket] = [10, 13, 91];
  for (let at = bytes.lastIndexOf(bracket); at > 1; at = bytes.lastIndexOf(bracket, at - 1)) {
    const before = bytes[at - 2] === carriageReturn ? bytes[at - 3] : bytes[at - 2];
    const next = bytes[at + 1] ?? 0;
    const isTag = (next >= 65 && next <= 90) || (next >= 97 && next <= 122);
    if (isTag && bytes[at - 1] === lineEnd && before === lineEnd) return at;
  }
  return 0;
}

// Ends of lines: LF, CR or both.
export function linesIn(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 10 || (bytes[at] === 13 && bytes[at + 1] !== 10)) lines++;
  return lines;
}

// gzip, zstd, zip
function isPacked([a, b, c, d]: Uint8Array): boolean {
  return (a === 0x1f && b === 0x8b) || (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) || (a === 80 && b === 75);
}

async function send(part: Uint8Array<ArrayBuffer>, line: number, signal: AbortSignal): Promise<Imported> {
  const response = await ask(`games?line=${line}`, {
    method: "POST",
    headers: { "Content-Type": "application/x-chess-pgn" },
    body: part,
    signal,
  });
  if (response.ok) return (await response.json()) as Imported;
  // Only this needs the token: it is asked for where the file was chosen.
  if (response.status === 401) wantsToken.value = false;
  const problem = await problemOf(response);
  // A part between two comments, perhaps: a file as a whole is judged by its sum.
  if (response.status === 422) return { added: 0, known: 0, bad: 0, games: 0, remarks: [problem.message] };
  throw problem;
}
