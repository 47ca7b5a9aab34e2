// What a small screen makes of a long question.

const LONG = 90; // characters: more than three lines of a phone

/** Its first sentence, and what else there is to know, which can stand under it in smaller letters. */
export function parted(text: string): [asked: string, remark: string] {
  const end = text.length > LONG ? text.search(/(?<=[.!?…])\s/) : -1;
  return end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end + 1)];
}
