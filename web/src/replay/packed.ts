// A whole match in a link, as the reports of studies hold it: deflated text in base64url.

/** The record in it; an error if the link was cut off on its way. */
export async function unpacked(packed: string): Promise<string> {
  const plain = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}
