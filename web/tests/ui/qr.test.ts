import { describe, expect, it } from "vitest";
import { pathOf, qrOf } from "../../src/ui/qr";

describe("a QR code", () => {
  it("draws each run of dark modules as one bar", () => {
    const rows = [
      [true, true, false, true],
      [false, false, false, false],
      [false, true, true, true],
    ];
    expect(pathOf(rows)).toBe("M0 0h2v1h-2zM3 0h1v1h-1zM1 2h3v1h-3z");
  });

  it("has room for an invitation, and a quiet border", async () => {
    const { size, path } = await qrOf(`https://example.org/#/join/${"x".repeat(12)}/${"y".repeat(43)}`);
    expect(size).toBeGreaterThan(30);
    expect(path).toMatch(/^M3 3h7/); // the upper left finder, three modules in
  });
});
