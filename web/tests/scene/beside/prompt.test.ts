import { expect, it } from "vitest";
import { parted } from "../../../src/scene/beside/prompt";

it("parts a long question after its first sentence, and leaves a short one whole", () => {
  const [asked, remark] = [
    "Summon a runestone from g3 in a straight line, to wall off land.",
    "With Idun you win soon.",
  ];
  expect(parted(asked)).toEqual([asked, ""]);
  expect(parted("Where to? Here.")).toEqual(["Where to? Here.", ""]);
  expect(parted(`${asked} ${remark} Or not.`)).toEqual([asked, `${remark} Or not.`]);
  expect(parted("without an end ".repeat(9))[1]).toBe("");
});
