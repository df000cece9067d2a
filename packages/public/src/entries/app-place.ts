/** Where somebody is on a page: what Back leads to again. */
interface Place {
  readonly y: number;
  /** Rows that are shown, by the ids of their blocks. */
  readonly rows: { readonly [blockId: string]: number };
}

/** Pages of one list that are read again: whoever has read on for longer begins somewhere in between. */
const mostPages = 10;

const listsOf = (): readonly (readonly [string, HTMLElement])[] =>
  [...document.querySelectorAll<HTMLElement>('[data-rows]')].flatMap((rows) => {
    const id = rows.closest<HTMLElement>('[data-block-id]')?.dataset.blockId;
    return id === undefined ? [] : [[id, rows] as const];
  });

export const placeNow = (): Place => ({
  y: scrollY,
  rows: Object.fromEntries(listsOf().map(([id, rows]) => [id, rows.children.length])),
});

/** Notes where somebody is, in the entry of the history that they leave. */
export const keepPlace = (): void => history.replaceState({ place: placeNow() }, '');

/** What an entry of the history holds of that; null: nothing. */
export const placeOf = (state: unknown): Place | null =>
  typeof state === 'object' && state !== null && 'place' in state ? (state.place as Place) : null;

/** Leads back to where somebody was: lists are read on as far as they were, and the page stands where it stood. */
export async function takePlace(
  place: Place | null,
  more: (link: HTMLAnchorElement) => Promise<unknown>,
): Promise<void> {
  if (place === null) return;
  for (const [id, rows] of listsOf()) {
    const wanted = Math.min(place.rows[id] ?? 0, rows.children.length * mostPages);
    for (let before = -1; before < rows.children.length && rows.children.length < wanted; ) {
      before = rows.children.length;
      const link = rows.closest('[data-block-id]')?.querySelector<HTMLAnchorElement>('a[data-more]');
      if (link) await more(link);
    }
  }
  scrollTo(0, place.y);
}
