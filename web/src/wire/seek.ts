// Finding a rival: a line of JSON whenever something changes, as long as the page listens.
import { language, newKey, Trouble, troubleOf } from "./api";
import type { RivalWish, SeekLine } from "./types";

export async function seek(wish: RivalWish, tell: (line: SeekLine) => void, signal: AbortSignal): Promise<void> {
  const headers = { "Accept-Language": language(), "Content-Type": "application/json" };
  const body = JSON.stringify({ ...wish, key: newKey() });
  const answer = await fetch("./api/seek", { method: "POST", headers, body, signal }).catch(() => {
    throw new Trouble("network", "");
  });
  if (!answer.ok || !answer.body) throw await troubleOf(answer);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read().catch(() => {
      throw new Trouble("network", "");
    });
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line) tell(JSON.parse(line) as SeekLine);
  }
}
