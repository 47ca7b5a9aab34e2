// A QR code as one path. Its library comes only when somebody asks for a code.

export interface QrPath {
  size: number; // of the square, in modules, with its quiet border
  path: string;
}

export async function qrOf(text: string): Promise<QrPath> {
  const { encode } = await import("uqr");
  const { data, size } = encode(text, { ecc: "M", border: 3 });
  return { size, path: pathOf(data) };
}

/** Every run of dark modules in a line is one bar. */
export function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => bars(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`)).join("");
}

function bars(row: readonly boolean[]): [number, number][] {
  const found: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = found.at(-1);
    if (dark && last && last[0] + last[1] === x) last[1] += 1;
    else if (dark) found.push([x, 1]);
  });
  return found;
}
