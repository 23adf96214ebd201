#!/usr/bin/env node
// bench/planes_vs_onnxruntime.mjs BENCH_PLANES FOLDER [seconds, default 0.5] [rounds, default 3]
//
// The CNN (12 -> 64 -> 128 -> 128 convolutions, dense 8192 -> 256 -> 256 -> 1) with random weights: evaluations per
// second of processor time of our kernels (the program bench_planes) and of onnxruntime, one thread, alternating,
// medians of the rounds. FOLDER has onnxruntime in its node_modules:
//
//   npm install --ignore-scripts --prefix /tmp/ort onnxruntime-node
//   node bench/planes_vs_onnxruntime.mjs build/release/bench_planes /tmp/ort
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";

const [program, folder, seconds = "0.5", rounds = "3"] = process.argv.slice(2);
if (!folder) {
  console.error("usage: planes_vs_onnxruntime.mjs BENCH_PLANES FOLDER [seconds] [rounds]");
  process.exit(2);
}
const ort = createRequire(path.join(path.resolve(folder), "package.json"))("onnxruntime-node");
const kBatches = [1, 16, 256];

// ---- protobuf: just enough to write a model ----

function varint(value) {
  const bytes = [];
  for (let rest = BigInt(value); ; rest >>= 7n) {
    if (rest < 128n) return Buffer.from([...bytes, Number(rest)]);
    bytes.push(Number(rest & 127n) | 128);
  }
}
const number = (field, value) => Buffer.concat([varint(field << 3), varint(value)]);
function bytes(field, value) {
  const content = Buffer.from(value);
  return Buffer.concat([varint((field << 3) | 2), varint(content.length), content]);
}
const message = (field, ...parts) => bytes(field, Buffer.concat(parts));

function tensor(name, dims) {
  const count = dims.reduce((a, b) => a * b, 1);
  const inputs = Math.max(1, count / dims[0]);
  const values = Float32Array.from({ length: count }, () => (Math.random() - 0.5) * 3 / Math.sqrt(inputs));
  return message(5, ...dims.map((dim) => number(1, dim)), number(2, 1), bytes(8, name), bytes(9, Buffer.from(values.buffer)));
}
const ints = (name, values) => message(5, bytes(1, name), ...values.map((v) => number(8, v)), number(20, 7));
const int = (name, value) => message(5, bytes(1, name), number(3, value), number(20, 2));
const node = (type, inputs, output, ...attributes) =>
  message(1, ...inputs.map((name) => bytes(1, name)), bytes(2, output), bytes(4, type), ...attributes);
function value(field, name, dims) {
  const shape = dims.map((dim) => message(1, typeof dim === "string" ? bytes(2, dim) : number(1, dim)));
  return message(field, bytes(1, name), message(2, message(1, number(1, 1), message(2, ...shape))));
}

function cnn() {
  const parts = [bytes(2, "cnn"), value(11, "planes", ["batch", 12, 8, 8]), value(12, "value", ["batch", 1])];
  const convolutions = [[64, 12], [128, 64], [128, 128]];
  const dense = [[256, 8192], [256, 256], [1, 256]];
  let last = "planes";
  convolutions.forEach(([out, inputs], i) => {
    parts.push(tensor(`cw${i}`, [out, inputs, 3, 3]), tensor(`cb${i}`, [out]));
    parts.push(node("Conv", [last, `cw${i}`, `cb${i}`], `c${i}`, ints("pads", [1, 1, 1, 1]), ints("kernel_shape", [3, 3])));
    parts.push(node("Relu", [`c${i}`], (last = `r${i}`)));
  });
  parts.push(node("Flatten", [last], (last = "flat")));
  dense.forEach(([out, inputs], i) => {
    const name = i === dense.length - 1 ? "value" : `d${i}`;
    parts.push(tensor(`dw${i}`, [out, inputs]), tensor(`db${i}`, [out]));
    parts.push(node("Gemm", [last, `dw${i}`, `db${i}`], name, int("transB", 1)));
    last = name;
    if (name !== "value") parts.push(node("Relu", [name], (last = `e${i}`)));
  });
  return Buffer.concat([number(1, 7), message(7, ...parts), message(8, bytes(1, ""), number(2, 13))]);
}

// ---- measuring ----

function processorSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1e-6;
}

async function rate(session, batch) {
  const planes = Float32Array.from({ length: batch * 768 }, () => (Math.random() < 0.04 ? 1 : 0));
  const input = { planes: new ort.Tensor("float32", planes, [batch, 12, 8, 8]) };
  await session.run(input);
  const start = processorSeconds();
  let done = 0;
  for (; processorSeconds() - start < Number(seconds); done += batch) await session.run(input);
  return done / (processorSeconds() - start);
}

// The rates of the line "CNN" for each batch.
function ownRates() {
  const text = execFileSync(program, [seconds], { env: { ...process.env, OMP_NUM_THREADS: "1" }, encoding: "utf8" });
  return [...text.matchAll(/^ {2}CNN +(\d+)\/s/gm)].map((match) => Number(match[1]));
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const session = await ort.InferenceSession.create(cnn(), { intraOpNumThreads: 1, interOpNumThreads: 1 });
const own = kBatches.map(() => []);
const theirs = kBatches.map(() => []);
for (let round = 0; round < Number(rounds); ++round) {
  ownRates().forEach((r, i) => own[i].push(r));
  for (let i = 0; i < kBatches.length; ++i) theirs[i].push(await rate(session, kBatches[i]));
}
kBatches.forEach((batch, i) => {
  const [ours, others] = [median(own[i]), median(theirs[i])];
  console.log(`batch ${batch}: ours ${ours.toFixed(0)}/s, onnxruntime ${others.toFixed(0)}/s, ratio ${(ours / others).toFixed(2)}`);
});
