// Who thinks: the server that the page came from, or the engine in this browser. Both answer alike.

import type { Analysis, Explanation, GameRequest, Info, Model, SearchRequest } from "../core/messages";
import type { Lookup, LookupRequest } from "./lookup";
import type { PeopleOffer } from "./people";

export interface Limits {
  movetime?: number; // ms
  nodes?: number;
  threads?: number;
  hash?: number; // MiB
  multipv?: number;
}

// What can be looked up (lookup.ts); absent: nothing of that kind.
export interface Offered {
  openings?: number; // games of the table of openings that everyone has
  games?: number; // in the database
  import?: boolean; // some may be added, perhaps with the token
  pieces?: number; // of the largest Syzygy table
}

export interface Engine {
  readonly kind: "server" | "browser";
  readonly lookup: Offered;
  readonly people: PeopleOffer | undefined; // absent: it can't tell what people play
  // The most one search may ask for; absent: as much as one likes.
  readonly limits: Limits;
  models(): Promise<Model[]>;
  // Calls `onInfo` with every depth. An abort ends it with an AbortError.
  analyze(request: SearchRequest, onInfo: (info: Info) => void, signal: AbortSignal): Promise<Analysis>;
  // The move of a player of that strength.
  play(request: SearchRequest, signal: AbortSignal): Promise<Analysis>;
  explain(request: GameRequest & { model?: string }): Promise<Explanation>;
  lookUp(request: LookupRequest, signal: AbortSignal): Promise<Lookup>;
}

export const aborted = (): DOMException => new DOMException("stopped", "AbortError");
export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
