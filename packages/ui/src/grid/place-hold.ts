/** Most milliseconds between the two presses of a double click. */
const doublePress = 500;

/**
 * Holds the selected rows, so that edited records move only once the selection leaves them. While a pointer is down, and
 * while a double click may follow, nothing moves either: rows would move from under the pointer.
 */
export class PlaceHold {
  readonly #tell: (keep: boolean) => boolean;
  readonly #moved: () => void;
  #pressing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `tell`: holds the selected rows, with or without those held before; `moved`: called when rows have moved by it. */
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
