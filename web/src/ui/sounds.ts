// Short sounds for moves, made here: no files. Off unless people turn them on.

import { remembered } from "./remember";

export const sounds = remembered("play.sounds", false);

let context: AudioContext | undefined;
const kPitch = { move: 420, take: 300, check: 620, end: 240 } as const; // Hz
const kSeconds = 0.09;

export function sound(kind: keyof typeof kPitch): void {
  if (!sounds.value || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  const now = context.currentTime;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.value = kPitch[kind];
  volume.gain.setValueAtTime(0.25, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + kSeconds);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + kSeconds);
}
