// Time in words of a clock: 1:02:03, 4:12, and tenths when it gets close.

export function clockWords(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `0:0${(Math.ceil(seconds * 10) / 10).toFixed(1)}`.replace("0:010.0", "0:10");
  const whole = Math.ceil(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const two = (value: number): string => String(value).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
