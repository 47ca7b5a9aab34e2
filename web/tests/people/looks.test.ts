import { describe, expect, it } from "vitest";
import { deviceName } from "../../src/people/looks";

describe("the name of a device", () => {
  it("tells browser and system as people call them", () => {
    const agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36";
    expect(deviceName(agent)).toBe("Chrome, Linux");
    expect(deviceName("Mozilla/5.0 (iPhone; CPU) Safari/604.1")).toBe("Safari, iPhone");
  });
  it("is empty where nothing is known", () => expect(deviceName("x")).toBe(""));
});
