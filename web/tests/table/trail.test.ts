import { describe, expect, it } from "vitest";
import { Trail } from "../../src/table/trail.svelte";

const asked = (number: number, ...options: string[]) => ({
  number,
  decision: { seat: 0, prompt: "", rule: "", options },
});

describe("my way through a turn", () => {
  const walked = (): Trail => {
    const trail = new Trail();
    trail.took(asked(5, "red", "blue"), 0, "red");
    trail.follow(asked(6, "a1", "b2"), 0, "free");
    trail.took(asked(6, "a1", "b2"), 0, "b2");
    trail.follow(asked(7, "stone"), 0, "free");
    return trail;
  };
  it("knows all that could have been chosen", () => expect(walked().options).toEqual(["red", "blue", "a1", "b2"]));
  it("leads back to the choice in which that was an option", () => {
    const trail = walked();
    trail.want("blue");
    trail.follow(asked(6, "a1", "b2"), 0, "free");
    expect([trail.reached(["a1", "b2"]), trail.wanted]).toEqual([null, "blue"]);
    trail.follow(asked(5, "red", "blue"), 0, "ask");
    expect([trail.reached(["red", "blue"]), trail.wanted]).toEqual(["blue", null]);
  });
  it("lets go of what is touched again", () => {
    const trail = walked();
    trail.want("b2");
    expect(trail.wanted).toBeNull();
  });
  it("ends where a choice is no longer mine to take back", () => {
    for (const undo of ["ask", "no"] as const) {
      const trail = walked();
      trail.follow(asked(8, "more"), 0, undo);
      expect(trail.options).toEqual([]);
    }
  });
});
