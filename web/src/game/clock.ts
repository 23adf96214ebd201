// A chess clock: two times, one of which runs.

export type Side = "w" | "b";

export interface TimeControl {
  base: number; // ms
  increment: number; // ms, after each move
}

export class Clock {
  private readonly left: Record<Side, number>;
  private since: number | undefined; // when the running side began
  private running: Side | undefined;

  constructor(
    readonly control: TimeControl,
    private readonly now: () => number = () => performance.now(),
    left: Record<Side, number> = { w: control.base, b: control.base },
  ) {
    this.left = { ...left };
  }

  get side(): Side | undefined {
    return this.running;
  }

  remaining(side: Side): number {
    const spent = side === this.running && this.since !== undefined ? this.now() - this.since : 0;
    return Math.max(0, this.left[side] - spent);
  }

  start(side: Side): void {
    this.pause();
    this.running = side;
    this.since = this.now();
  }

  // The running side has moved: it gets its increment, and the other side's time runs.
  press(): void {
    if (!this.running) return;
    const side = this.running;
    this.pause();
    this.left[side] += this.control.increment;
    this.start(side === "w" ? "b" : "w");
  }

  pause(): void {
    if (this.running) this.left[this.running] = this.remaining(this.running);
    this.running = undefined;
    this.since = undefined;
  }

  flagged(): Side | undefined {
    return this.remaining("w") <= 0 ? "w" : this.remaining("b") <= 0 ? "b" : undefined;
  }
}

// "4:05", and "0:09.3" when time is short.
export function clockText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 20) return `0:${seconds.toFixed(1).padStart(4, "0")}`;
  const whole = Math.ceil(seconds);
  const hours = Math.floor(whole / 3600);
  const rest = `${String(Math.floor((whole % 3600) / 60)).padStart(hours ? 2 : 1, "0")}:${String(whole % 60).padStart(2, "0")}`;
  return hours ? `${hours}:${rest}` : rest;
}

// As the comment [%clk ...] of a PGN.
export function pgnClock(ms: number): string {
  const whole = Math.floor(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `[%clk ${Math.floor(whole / 3600)}:${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}]`;
}

// What an engine may spend on a move, in ms.
export function moveTime(clock: Clock | undefined, side: Side): number {
  if (!clock) return 1000;
  const share = clock.remaining(side) / 30 + clock.control.increment * 0.7;
  return Math.max(30, Math.min(8000, share, clock.remaining(side) * 0.5));
}
