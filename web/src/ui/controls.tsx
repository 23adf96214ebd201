// Small parts that several pages use.

import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";

interface SliderProps {
  label: string;
  min: number;
  max: number;
  step?: number;
  value: number;
  text: string; // the value for people
  onInput: (value: number) => void;
}

export function Slider({ label, min, max, step = 1, value, text, onInput }: SliderProps): JSX.Element {
  const id = useId();
  return (
    <div class="slider">
      <label for={id}>{label}</label>
      <output for={id}>{text}</output>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        onInput={(event) => onInput(Number(event.currentTarget.value))}
      />
    </div>
  );
}

interface SelectProps<T extends string> {
  label: string;
  value: T;
  options: [value: T, text: string][];
  onChange: (value: T) => void;
}

export function Select<T extends string>({ label, value, options, onChange }: SelectProps<T>): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface NumberProps {
  label: string;
  min?: number;
  max: number;
  value: number;
  onChange: (value: number) => void;
}

export function NumberField({ label, min = 0, max, value, onChange }: NumberProps): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        min={min}
        max={max}
        value={value}
        onChange={(event) => {
          const wanted = Math.round(Number(event.currentTarget.value)) || min;
          onChange(Math.min(max, Math.max(min, wanted)));
        }}
      />
    </div>
  );
}

interface ToggleProps {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

export function Toggle({ label, on, onChange }: ToggleProps): JSX.Element {
  return (
    <label class="toggle">
      <input type="checkbox" role="switch" checked={on} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

interface PanelProps {
  title: string;
  children: ComponentChildren;
  aside?: ComponentChildren;
  class?: string;
}

export function Panel({ title, children, aside, class: kind }: PanelProps): JSX.Element {
  return (
    <section class={`panel ${kind ?? ""}`}>
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

const kIcons = {
  first: "M18 5v14L9 12zM6 5h2.500v14H6z",
  back: "M16 5v14L7 12z",
  forward: "M8 5v14l9-7z",
  last: "M6 5v14l9-7zM15.500 5H18v14h-2.500z",
};

interface IconButtonProps {
  icon: keyof typeof kIcons;
  label: string;
  disabled?: boolean;
  onClick: () => void;
}

export function IconButton({ icon, label, disabled = false, onClick }: IconButtonProps): JSX.Element {
  return (
    <button type="button" class="icon" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={kIcons[icon]} />
      </svg>
    </button>
  );
}

export function download(name: string, text: string, type = "application/x-chess-pgn"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
