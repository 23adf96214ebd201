// The engine of `tabia serve`, over HTTP.

import { words } from "../text/text";
import type { Analysis, Explanation, GameRequest, Info, Model, SearchRequest } from "../core/messages";
import { ask, lost } from "./api";
import type { Engine, Limits, Offered } from "./engine";
import type { Lookup, LookupRequest } from "./lookup";
import type { PeopleOffer } from "./people";
import { eventsOf } from "./sse";

interface Problem {
  title?: string;
  detail?: string;
}

const problemText = (problem: Problem, status: number): string => problem.detail ?? problem.title ?? `error ${status}`;

// Why the server refused, in its own words.
export class Refused extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

export async function problemOf(response: Response): Promise<Refused> {
  const problem = (await response.json().catch(() => ({}))) as Problem;
  return new Refused(problemText(problem, response.status), response.status);
}

// Throws what the server says if it refuses.
export async function post(
  path: string,
  body: unknown,
  options: { accept?: string; signal?: AbortSignal } = {},
): Promise<Response> {
  const response = await ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: options.accept ?? "application/json" },
    body: JSON.stringify(body),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  if (!response.ok) throw await problemOf(response);
  return response;
}

// What GET /models says.
interface Offer {
  models: Model[];
  limits?: Limits;
  lookup?: Offered;
  human?: PeopleOffer;
}

async function offered(): Promise<Offer | undefined> {
  try {
    const response = await ask("models", { headers: { Accept: "application/json" } });
    if (!response.ok) return undefined;
    const reply = (await response.json()) as Partial<Offer>;
    return Array.isArray(reply.models) ? { ...reply, models: reply.models } : undefined;
  } catch {
    return undefined; // no server, or an answer that isn't JSON
  }
}

export class ServerEngine implements Engine {
  readonly kind = "server";
  private constructor(private known: Offer) {}

  get limits(): Limits {
    return this.known.limits ?? {};
  }

  get lookup(): Offered {
    return this.known.lookup ?? {};
  }

  get people(): PeopleOffer | undefined {
    return this.known.human;
  }

  // Nothing if the page didn't come from `tabia serve`.
  static async detect(): Promise<ServerEngine | undefined> {
    const known = await offered();
    return known ? new ServerEngine(known) : undefined;
  }

  // As they are now: they can be swapped while the page is open.
  async models(): Promise<Model[]> {
    this.known = (await offered()) ?? this.known;
    return this.known.models;
  }

  async analyze(search: SearchRequest, onInfo: (info: Info) => void, signal: AbortSignal): Promise<Analysis> {
    const response = await post("analyze", search, { accept: "text/event-stream", signal });
    for await (const { event, data } of eventsOf(response)) {
      const value = JSON.parse(data) as unknown;
      if (event === "info") onInfo(value as Info);
      else if (event === "done") return value as Analysis;
      else if (event === "error") throw new Error(problemText(value as Problem, 500));
    }
    lost();
    throw new Error(words().engine.brokeOff);
  }

  async play(search: SearchRequest, signal: AbortSignal): Promise<Analysis> {
    const response = await post("play", search, { signal });
    const reply = (await response.json()) as Analysis & { san?: string };
    if (reply.san !== undefined) reply.bestmove_san = reply.san;
    return reply;
  }

  async explain(asked: GameRequest & { model?: string }): Promise<Explanation> {
    return (await post("explain", asked)).json() as Promise<Explanation>;
  }

  async lookUp(asked: LookupRequest, signal: AbortSignal): Promise<Lookup> {
    return (await post("lookup", asked, { signal })).json() as Promise<Lookup>;
  }
}
