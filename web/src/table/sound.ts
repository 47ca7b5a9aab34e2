// Sounds made on the spot: wood on wood, dice, a horn. No files, and nothing before the first touch.
import { settings } from "../app/settings.svelte";
import type { Heard } from "./table.svelte";

let context: AudioContext | null = null;

interface Tone {
  at: number;
  from: number;
  to: number;
  long: number;
  loud: number;
  shape: OscillatorType;
}

const tone = (
  at: number,
  from: number,
  to: number,
  long: number,
  loud: number,
  shape: OscillatorType = "sine",
): Tone => ({
  at,
  from,
  to,
  long,
  loud,
  shape,
});

const TUNES: Record<Heard, Tone[]> = {
  update: [tone(0, 220, 90, 0.09, 0.35), tone(0, 900, 300, 0.025, 0.12, "triangle")],
  turn: [tone(0, 392, 392, 0.18, 0.14, "triangle"), tone(0.13, 587, 587, 0.3, 0.14, "triangle")],
  chat: [tone(0, 880, 988, 0.07, 0.08)],
  refused: [tone(0, 150, 110, 0.16, 0.2, "triangle")],
  over: [
    tone(0, 196, 196, 0.5, 0.16, "triangle"),
    tone(0.16, 294, 294, 0.5, 0.16, "triangle"),
    tone(0.34, 392, 392, 0.9, 0.18, "triangle"),
  ],
  rolled: [0, 0.05, 0.09, 0.15, 0.2].map((at, n) => tone(at, 420 - 40 * n, 160, 0.04, 0.22 - 0.03 * n, "square")),
};

export function sound(heard: Heard): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  for (const part of TUNES[heard]) ring(context, part);
}

function ring(audio: AudioContext, part: Tone): void {
  const begin = audio.currentTime + part.at;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = part.shape;
  oscillator.frequency.setValueAtTime(part.from, begin);
  oscillator.frequency.exponentialRampToValueAtTime(part.to, begin + part.long);
  gain.gain.setValueAtTime(part.loud, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + part.long);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(begin + part.long + 0.02);
}
