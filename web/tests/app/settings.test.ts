import { describe, expect, it } from "vitest";
import { merged, settings } from "../../src/app/settings.svelte";

describe("settings", () => {
  it("take what is stored and of the right kind", () => {
    const next = merged(settings, { theme: "dark", motion: "no", sound: false, language: "xx", unknown: 1 });
    expect([next.theme, next.motion, next.sound, next.language]).toEqual([
      "dark",
      settings.motion,
      false,
      settings.language,
    ]);
    expect(Object.keys(next)).not.toContain("unknown");
    expect(merged(settings, null)).toEqual({ ...settings });
  });
});
