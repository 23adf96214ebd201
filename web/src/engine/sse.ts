// Server-sent events out of a response body, for requests that EventSource can't make (POST).

import { isAbort } from "./engine";

export interface ServerEvent {
  event: string;
  data: string;
}

// Splits text that arrives in pieces into events. Lines end with LF or CRLF.
export class EventParser {
  private rest = "";
  private event = "";
  private data: string[] = [];

  push(piece: string): ServerEvent[] {
    this.rest += piece;
    const events: ServerEvent[] = [];
    for (let end = this.rest.indexOf("\n"); end >= 0; end = this.rest.indexOf("\n")) {
      const line = this.rest.slice(0, end).replace(/\r$/, "");
      this.rest = this.rest.slice(end + 1);
      if (line === "") {
        if (this.data.length) events.push({ event: this.event || "message", data: this.data.join("\n") });
        this.event = "";
        this.data = [];
      } else if (!line.startsWith(":")) {
        const colon = line.indexOf(":");
        const field = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
        if (field === "event") this.event = value;
        else if (field === "data") this.data.push(value);
      }
    }
    return events;
  }
}

export async function* eventsOf(response: Response): AsyncGenerator<ServerEvent> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const parser = new EventParser();
  for (;;) {
    // A connection that breaks off ends the events; an abort is an error.
    const { value, done } = await reader.read().catch((error: unknown) => {
      if (isAbort(error)) throw error;
      return { value: undefined, done: true as const };
    });
    if (done) return;
    yield* parser.push(value);
  }
}
