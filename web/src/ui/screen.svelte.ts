// How wide the window is: phone, tablet or desk. Layouts differ by more than style alone can say.

class Screen {
  narrow = $state(false); // a phone
  wide = $state(false); // room for side, scene and drawer
  vast = $state(false); // room for a drawer beside the widest scene

  constructor() {
    this.#follow("(max-width: 760px)", (yes) => (this.narrow = yes));
    this.#follow("(min-width: 1241px)", (yes) => (this.wide = yes));
    this.#follow("(min-width: 1640px)", (yes) => (this.vast = yes));
  }

  #follow(query: string, tell: (yes: boolean) => void): void {
    const media = matchMedia(query);
    tell(media.matches);
    media.addEventListener("change", () => tell(media.matches));
  }
}

export const screen = new Screen();
