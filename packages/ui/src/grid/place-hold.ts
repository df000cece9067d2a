/** Milliseconds after a press within which another makes it a double press. */
const doublePress = 500;

/**
 * Tells the rows which of them one is on, so that what is edited there moves only once one is on others. While a
 * pointer is down, and as long as a second press may follow, nothing moves either: it would move from under the pointer.
 */
export class PlaceHold {
  readonly #tell: (keep: boolean) => boolean;
  readonly #moved: () => void;
  #pressing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `tell`: says which rows one is on, and whether what one has left stays too; `moved`: rows have moved by it. */
  constructor(tell: (keep: boolean) => boolean, moved: () => void) {
    this.#tell = tell;
    this.#moved = moved;
  }

  /** Follows the pointer over the grid; the answer ends it. */
  attach(root: HTMLElement): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    const lift = () => {
      if (!this.#pressing) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#end(), doublePress);
    };
    root.addEventListener(
      'pointerdown',
      () => {
        clearTimeout(this.#timer);
        this.#pressing = true;
      },
      { signal, capture: true },
    );
    addEventListener('pointerup', lift, { signal });
    addEventListener('pointercancel', lift, { signal });
    // Whoever goes on by key has pressed for the last time.
    root.addEventListener('keydown', () => this.#end(), { signal, capture: true });
    return () => {
      stop.abort();
      clearTimeout(this.#timer);
      this.#pressing = false;
    };
  }

  /** The selection is another. True when rows have moved. */
  hold(): boolean {
    return this.#tell(this.#pressing);
  }

  #end(): void {
    if (!this.#pressing) return;
    this.#pressing = false;
    clearTimeout(this.#timer);
    if (this.hold()) this.#moved();
  }
}
