/** A progression through some values: its term at a place, the first value standing at 0; null where it has none. */
export interface Progression<V> {
  readonly at: (place: number) => V | null;
  /** Whether a drag alone goes on with it. One number alone is copied; one date or 'Item 1' alone is not. */
  readonly usual: boolean;
}
