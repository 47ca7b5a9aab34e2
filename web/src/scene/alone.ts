// A table that one sits at alone, a puzzle or a lesson: what keys and pointers do there.
import { actOf, isBusy } from "./keys";
import type { View } from "./view.svelte";

export interface Hands {
  pressed: (event: KeyboardEvent) => void;
  pointed: (event: PointerEvent) => void;
}

/** Going back closes the note first, then what is half chosen; then it takes a pick back. */
export function handsAt(view: View, takeBack: () => void): Hands {
  function back(): void {
    if (!view.closeNote() && !view.back()) takeBack();
  }
  function pressed(event: KeyboardEvent): void {
    view.byKey = true;
    if (isBusy(event.target)) return;
    const act = actOf(event);
    if (act === "left" || act === "right" || act === "up" || act === "down") view.walk(act);
    else if (act === "back") back();
    else if (act === "near") view.lookCloser();
    else return;
    event.preventDefault();
  }
  function pointed(event: PointerEvent): void {
    view.byKey = false;
    view.putAway(event.target);
  }
  return { pressed, pointed };
}
