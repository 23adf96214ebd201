// XOR, learnt while you watch: what the network answers over the whole square, and the loss.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Chart } from "../ui/chart";
import { Slider } from "../ui/controls";
import { forward, initial, kXor, step, type Parameters } from "./network";

const kCells = 24;
const kRates = [0.1, 0.3, 1, 2, 5];

interface State {
  parameters: Parameters;
  steps: number;
  losses: [number, number][];
}

const fresh = (hidden: number, seed: number): State => ({ parameters: initial(hidden, seed), steps: 0, losses: [] });

export function XorDemo(): JSX.Element {
  const [hidden, setHidden] = useState(4);
  const [seed, setSeed] = useState(7);
  const [rate, setRate] = useState(2);
  const [runs, setRuns] = useState(false);
  const state = useRef(fresh(hidden, seed));
  const [, redraw] = useState(0);

  const restart = (neurons: number, from: number): void => {
    state.current = fresh(neurons, from);
    setHidden(neurons);
    setSeed(from);
    setRuns(false);
  };
  const advance = (count: number): void => {
    const now = state.current;
    for (let i = 0; i < count; i++) {
      const loss = step(now.parameters, kXor, kRates[rate]!);
      // Dense at first, thinner later.
      if (now.steps % Math.max(1, 10 ** Math.floor(Math.log10(Math.max(1, now.steps)) - 1)) === 0)
        now.losses.push([now.steps, loss]);
      now.steps++;
    }
    redraw((times) => times + 1);
  };
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => advance(8), 50);
    return () => clearInterval(timer);
  }, [runs, rate]);

  const { parameters, steps, losses } = state.current;
  const cells: JSX.Element[] = [];
  for (let row = 0; row < kCells; row++) {
    for (let column = 0; column < kCells; column++) {
      const x: [number, number] = [-0.25 + (1.5 * (column + 0.5)) / kCells, 1.25 - (1.5 * (row + 0.5)) / kCells];
      const { p } = forward(parameters, { x, t: 0 });
      cells.push(
        <rect
          key={`${row} ${column}`}
          x={column}
          y={row}
          width="1.02"
          height="1.02"
          class={p >= 0.5 ? "one" : "zero"}
          style={{ opacity: Math.abs(p - 0.5) * 2 }}
        />,
      );
    }
  }
  const place = (value: number): number => ((value + 0.25) / 1.5) * kCells;
  return (
    <section class="demo" aria-label="XOR training step by step">
      <h2>Try it: XOR, step by step</h2>
      <div class="demo-columns">
        <figure class="field-map">
          <svg
            viewBox={`0 0 ${kCells} ${kCells}`}
            role="img"
            aria-label="The network's answer for every pair of inputs"
          >
            <rect class="ground" width={kCells} height={kCells} />
            {cells}
            {kXor.map(({ x, t }) => (
              <g key={x.join()}>
                <circle class={t ? "target one" : "target zero"} cx={place(x[0])} cy={kCells - place(x[1])} r="1.1" />
                <text x={place(x[0])} y={kCells - place(x[1]) + 0.5} text-anchor="middle">
                  {t}
                </text>
              </g>
            ))}
          </svg>
          <figcaption>Inputs across and up; the color is the answer, from 0 to 1.</figcaption>
        </figure>
        <div>
          <table class="numbers">
            <thead>
              <tr>
                <th scope="col">inputs</th>
                <th scope="col">wanted</th>
                <th scope="col">answer</th>
              </tr>
            </thead>
            <tbody>
              {kXor.map((example) => (
                <tr key={example.x.join()}>
                  <td>{example.x.join(", ")}</td>
                  <td>{example.t}</td>
                  <td data-testid="xor-answer">{forward(parameters, example).p.toFixed(3)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p>
            Steps: <b>{steps}</b>
            {losses.length > 0 && (
              <>
                , loss <b>{losses.at(-1)![1].toFixed(5)}</b>
              </>
            )}
          </p>
          <div class="buttons">
            <button type="button" class="primary" onClick={() => setRuns(!runs)}>
              {runs ? "Pause" : "Run"}
            </button>
            <button type="button" onClick={() => advance(1)}>
              One step
            </button>
            <button type="button" onClick={() => advance(500)}>
              500 steps
            </button>
            <button type="button" onClick={() => restart(hidden, seed)}>
              Start again
            </button>
            <button type="button" onClick={() => restart(hidden, seed + 1)}>
              Other start
            </button>
          </div>
          <div class="sliders">
            <Slider
              label="Hidden neurons"
              min={1}
              max={8}
              value={hidden}
              text={String(hidden)}
              onInput={(value) => restart(value, seed)}
            />
            <Slider
              label="Learning rate"
              min={0}
              max={kRates.length - 1}
              value={rate}
              text={String(kRates[rate])}
              onInput={setRate}
            />
          </div>
        </div>
      </div>
      {losses.length > 1 && (
        <Chart
          label="Loss over the steps"
          logarithmic
          height={150}
          series={[{ name: "loss", kind: "first", points: losses }]}
        />
      )}
    </section>
  );
}
