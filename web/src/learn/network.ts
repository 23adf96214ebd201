// The network of docs/learn/05: 2 inputs, H hidden neurons with tanh, one output with sigmoid, squared error.
//
// The names are those of the page: W H x 2, b H, v H, c; z and a of the hidden layer, y, p; slopes have a d in front.

export interface Example {
  x: [number, number];
  t: number;
}

export const kXor: Example[] = [
  { x: [0, 0], t: 0 },
  { x: [0, 1], t: 1 },
  { x: [1, 0], t: 1 },
  { x: [1, 1], t: 0 },
];

export interface Parameters {
  W: number[]; // row by row: W[n * 2 + i]
  b: number[];
  v: number[];
  c: number;
}

export interface Forward {
  z: number[];
  a: number[];
  y: number;
  p: number;
  loss: number;
}

export interface Backward {
  dp: number;
  dy: number;
  dc: number;
  dv: number[];
  da: number[];
  dz: number[];
  db: number[];
  dW: number[];
}

// The same numbers for the same seed, everywhere (mulberry32).
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function initial(hidden: number, seed: number): Parameters {
  const random = randomFrom(seed);
  const weight = (): number => 2 * random() - 1;
  return {
    W: Array.from({ length: 2 * hidden }, weight),
    b: Array.from({ length: hidden }, () => 0.5 * weight()),
    v: Array.from({ length: hidden }, weight),
    c: 0,
  };
}

export const sigmoid = (y: number): number => 1 / (1 + Math.exp(-y));

export function forward({ W, b, v, c }: Parameters, { x, t }: Example): Forward {
  const z = b.map((bias, n) => bias + W[2 * n]! * x[0] + W[2 * n + 1]! * x[1]);
  const a = z.map(Math.tanh);
  const y = a.reduce((sum, value, n) => sum + v[n]! * value, c);
  const p = sigmoid(y);
  return { z, a, y, p, loss: (p - t) ** 2 };
}

export function backward({ v }: Parameters, { x, t }: Example, { a, p }: Forward): Backward {
  const dp = 2 * (p - t);
  const dy = dp * p * (1 - p);
  const da = v.map((weight) => dy * weight);
  const dz = da.map((slope, n) => slope * (1 - a[n]! ** 2));
  return {
    dp,
    dy,
    dc: dy,
    dv: a.map((value) => dy * value),
    da,
    dz,
    db: dz.slice(),
    dW: dz.flatMap((slope) => [slope * x[0], slope * x[1]]),
  };
}

// One step down the slope of the mean loss. Returns that loss, from before the step.
export function step(parameters: Parameters, examples: Example[], rate: number): number {
  const share = 1 / examples.length;
  const passes = examples.map((example) => {
    const ahead = forward(parameters, example);
    return { ahead, back: backward(parameters, example, ahead) };
  });
  for (const { back } of passes) {
    back.dW.forEach((slope, index) => (parameters.W[index]! -= rate * share * slope));
    back.db.forEach((slope, index) => (parameters.b[index]! -= rate * share * slope));
    back.dv.forEach((slope, index) => (parameters.v[index]! -= rate * share * slope));
    parameters.c -= rate * share * back.dc;
  }
  return passes.reduce((sum, { ahead }) => sum + share * ahead.loss, 0);
}
