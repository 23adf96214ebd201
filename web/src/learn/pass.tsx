// One pass forward and one backward through a network of 2, 2 and 1, with every number on the screen.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Select } from "../ui/controls";
import { backward, forward, kXor, type Parameters } from "./network";

const kBegin: Parameters = { W: [0.8, -0.5, -0.6, 0.9], b: [0.1, -0.2], v: [0.7, -0.4], c: 0.05 };
const kRate = 1;

const number = (value: number): string => (value < 0 ? "−" : "") + Math.abs(value).toFixed(3);

interface Stage {
  title: string;
  text: string;
  formulas: string[];
}

export function PassDemo(): JSX.Element {
  const [parameters, setParameters] = useState(kBegin);
  const [chosen, setChosen] = useState(1);
  const [stage, setStage] = useState(0);
  const [steps, setSteps] = useState(0);
  const example = kXor[chosen]!;
  const ahead = forward(parameters, example);
  const back = backward(parameters, example, ahead);
  const { W, b, v, c } = parameters;
  const { x, t } = example;

  const stages: Stage[] = [
    {
      title: "The inputs",
      text: "Two numbers come in, and the answer that is wanted is known.",
      formulas: [`x = (${x.join(", ")}), t = ${t}`],
    },
    {
      title: "Forward: the hidden sums",
      text: "Each hidden neuron adds its inputs, times their weights, to its bias.",
      formulas: [0, 1].map(
        (n) =>
          `z${n} = ${number(b[n]!)} + ${number(W[2 * n]!)}·${x[0]} + ${number(W[2 * n + 1]!)}·${x[1]} = ${number(ahead.z[n]!)}`,
      ),
    },
    {
      title: "Forward: the activation",
      text: "tanh bends the sum, so that two layers can do more than one.",
      formulas: [0, 1].map((n) => `a${n} = tanh(${number(ahead.z[n]!)}) = ${number(ahead.a[n]!)}`),
    },
    {
      title: "Forward: the output and the loss",
      text: "The output neuron does the same, sigmoid turns it into a probability, and the loss says how wrong it is.",
      formulas: [
        `y = ${number(c)} + ${number(v[0]!)}·${number(ahead.a[0]!)} + ${number(v[1]!)}·${number(ahead.a[1]!)} = ${number(ahead.y)}`,
        `p = sigmoid(y) = ${number(ahead.p)}`,
        `L = (p − t)² = ${number(ahead.loss)}`,
      ],
    },
    {
      title: "Backward: from the loss to the output",
      text: "How much does the loss change with p, and with y?",
      formulas: [
        `dp = 2 (p − t) = ${number(back.dp)}`,
        `dy = dp · p (1 − p) = ${number(back.dy)}`,
        `dc = dy = ${number(back.dc)}`,
        ...[0, 1].map((n) => `dv${n} = dy · a${n} = ${number(back.dv[n]!)}`),
      ],
    },
    {
      title: "Backward: through the hidden layer",
      text: "Each hidden neuron gets its share of the slope, by the weight that leads out of it.",
      formulas: [
        ...[0, 1].map((n) => `da${n} = dy · v${n} = ${number(back.da[n]!)}`),
        ...[0, 1].map((n) => `dz${n} = da${n} (1 − a${n}²) = ${number(back.dz[n]!)}`),
      ],
    },
    {
      title: "Backward: the weights",
      text: "The slope by a weight is the slope at its output end times the value at its input end.",
      formulas: [0, 1].map((n) => `dW${n} = dz${n} · x = (${number(back.dW[2 * n]!)}, ${number(back.dW[2 * n + 1]!)})`),
    },
    {
      title: "The step",
      text: `Every number goes a little way against its slope: w ← w − ${kRate} · dw. Then the loss of this example is smaller.`,
      formulas: [`loss before: ${number(ahead.loss)}`, `loss after: ${number(forward(moved(), example).loss)}`],
    },
  ];

  function moved(): Parameters {
    const down = (values: number[], slopes: number[]): number[] =>
      values.map((value, index) => value - kRate * slopes[index]!);
    return { W: down(W, back.dW), b: down(b, back.db), v: down(v, back.dv), c: c - kRate * back.dc };
  }
  const next = (): void => {
    if (stage < stages.length - 1) {
      setStage(stage + 1);
      return;
    }
    setParameters(moved());
    setSteps(steps + 1);
    setStage(0);
  };

  const now = stages[stage]!;
  return (
    <section class="demo" aria-label="One forward and backward pass">
      <h2>Try it: one pass forward, one pass back</h2>
      <div class="demo-columns">
        <Diagram parameters={parameters} stage={stage} x={x} ahead={ahead} back={back} />
        <div>
          <p class="stage-title" role="status">
            <b>
              {stage + 1}/{stages.length} {now.title}
            </b>
          </p>
          <p>{now.text}</p>
          <ul class="formulas">
            {now.formulas.map((formula) => (
              <li key={formula}>
                <code>{formula}</code>
              </li>
            ))}
          </ul>
          <div class="buttons">
            <button type="button" class="primary" onClick={next}>
              {stage < stages.length - 1 ? "Next" : "Take the step"}
            </button>
            <button type="button" disabled={stage === 0} onClick={() => setStage(stage - 1)}>
              Back
            </button>
            <button
              type="button"
              onClick={() => {
                setParameters(kBegin);
                setSteps(0);
                setStage(0);
              }}
            >
              Start again
            </button>
          </div>
          <Select
            label="Example"
            value={String(chosen)}
            options={kXor.map((each, index) => [String(index), `${each.x.join(", ")} → ${each.t}`])}
            onChange={(index) => {
              setChosen(Number(index));
              setStage(0);
            }}
          />
          <p class="hint">Steps taken: {steps}</p>
        </div>
      </div>
    </section>
  );
}

interface DiagramProps {
  parameters: Parameters;
  stage: number;
  x: [number, number];
  ahead: ReturnType<typeof forward>;
  back: ReturnType<typeof backward>;
}

function Diagram({ parameters, stage, x, ahead, back }: DiagramProps): JSX.Element {
  const { W, v } = parameters;
  const inputs = [70, 210];
  const hidden = [70, 210];
  const [xIn, xHidden, xOut] = [45, 210, 375];
  const edges: JSX.Element[] = [];
  const edge = (
    key: string,
    x0: number,
    y0: number,
    x1: number,
    y1: number,
    weight: number,
    slope: number,
    at: number,
    lit: boolean,
    shows: boolean,
  ): void => {
    const [tx, ty] = [x0 + (x1 - x0) * at, y0 + (y1 - y0) * at];
    edges.push(
      <g key={key} class={`edge ${weight >= 0 ? "plus" : "minus"}${lit ? " lit" : ""}`}>
        <line x1={x0} y1={y0} x2={x1} y2={y1} stroke-width={1 + 3 * Math.min(1.5, Math.abs(weight))} />
        <text x={tx} y={ty - 5} text-anchor="middle">
          {number(weight)}
        </text>
        {shows && (
          <text class="slope" x={tx} y={ty + 12} text-anchor="middle">
            d {number(slope)}
          </text>
        )}
      </g>,
    );
  };
  for (let n = 0; n < 2; n++) {
    for (let i = 0; i < 2; i++)
      edge(
        `W${n}${i}`,
        xIn,
        inputs[i]!,
        xHidden,
        hidden[n]!,
        W[2 * n + i]!,
        back.dW[2 * n + i]!,
        i === n ? 0.5 : 0.28,
        stage === 1 || stage === 6,
        stage >= 6,
      );
    edge(`v${n}`, xHidden, hidden[n]!, xOut, 140, v[n]!, back.dv[n]!, 0.5, stage === 3 || stage === 4, stage >= 4);
  }
  const neuron = (
    key: string,
    cx: number,
    cy: number,
    name: string,
    value: string,
    slope: string,
    lit: boolean,
  ): JSX.Element => (
    <g key={key} class={`neuron${lit ? " lit" : ""}`}>
      <circle cx={cx} cy={cy} r="37" />
      <text class="name" x={cx} y={cy - 13} text-anchor="middle">
        {name}
      </text>
      <text x={cx} y={cy + 5} text-anchor="middle">
        {value}
      </text>
      <text class="slope" x={cx} y={cy + 19} text-anchor="middle">
        {slope}
      </text>
    </g>
  );
  return (
    <svg
      class="diagram"
      viewBox="0 0 420 280"
      role="img"
      aria-label="The network: two inputs, two hidden neurons, one output"
    >
      {edges}
      {inputs.map((y, i) => neuron(`x${i}`, xIn, y, `x${i}`, String(x[i]), "", stage === 0))}
      {hidden.map((y, n) =>
        neuron(
          `h${n}`,
          xHidden,
          y,
          stage >= 2 ? `a${n}` : `z${n}`,
          stage >= 2 ? number(ahead.a[n]!) : stage >= 1 ? number(ahead.z[n]!) : "?",
          stage >= 5 ? `d ${number(back.dz[n]!)}` : "",
          stage === 1 || stage === 2 || stage === 5,
        ),
      )}
      {neuron(
        "out",
        xOut,
        140,
        "p",
        stage >= 3 ? number(ahead.p) : "?",
        stage >= 4 ? `d ${number(back.dy)}` : "",
        stage === 3 || stage === 4,
      )}
    </svg>
  );
}
