import type { GridSource } from '../grid-source.ts';
import type { GridState } from '../grid-store.ts';
import type { Place } from '../model/selection.ts';
import type { PersonInCell } from '../people.ts';
import { headerHeight } from './geometry.ts';
import { GroupsView } from './groups-view.ts';
import { OverlayView } from './overlay-view.ts';
import { PeopleView } from './people-view.ts';
import type { RowLook } from './row-slot.ts';
import { RowsView } from './rows-view.ts';
import type { Viewport } from './viewport.ts';

/** The elements a grid is made of; React makes them, they are filled by hand. */
export interface GridElements {
  readonly root: HTMLElement;
  readonly scroller: HTMLElement;
  readonly content: HTMLElement;
  readonly rows: HTMLElement;
  /** The headers of groups. */
  readonly groups: HTMLElement;
  /** Holds the header of the group at the top of the window. */
  readonly stuckGroup: HTMLElement;
  readonly overlay: HTMLElement;
  readonly frozenOverlay: HTMLElement;
  /** Where the row for a new record stands, if there is one. */
  readonly tail: HTMLElement;
  /** Holds the focus, so that typing, input methods, copy and paste arrive as in any text box. */
  readonly proxy: HTMLTextAreaElement;
}

/** What of a grid is drawn outside React, so that scrolling costs no rendering: its rows and what lies over them. */
export class Drawing {
  readonly #elements: GridElements;
  readonly #viewport: Viewport;
  readonly #rows: RowsView;
  readonly #groups: GroupsView;
  readonly #overlay: OverlayView;
  readonly #people: PeopleView;
  #look: RowLook | null = null;

  constructor(elements: GridElements, viewport: Viewport) {
    this.#elements = elements;
    this.#viewport = viewport;
    this.#rows = new RowsView(elements.rows);
    this.#groups = new GroupsView(elements.groups, elements.stuckGroup);
    this.#people = new PeopleView(elements.overlay, elements.frozenOverlay);
    this.#overlay = new OverlayView(elements.overlay, elements.frozenOverlay);
  }

  /** Columns or rows are of another look or size. */
  layOut(look: RowLook): void {
    const { root, content } = this.#elements;
    this.#look = look;
    root.style.setProperty('--wg-row', `${this.#viewport.rowHeight}px`);
    root.classList.toggle('is-tall', look.tall);
    content.style.width = `${look.columns.width}px`;
    content.style.height = `${this.#viewport.contentHeight}px`;
  }

  /** Draws the window. `moved`: only the place in the list may differ from the last time. */
  draw(state: GridState, source: GridSource, moved: boolean): void {
    if (this.#look === null) return;
    const { root, tail } = this.#elements;
    const { geometry, scroll } = this.#viewport;
    if (moved) root.classList.toggle('is-scrolled', scroll.left > 0);
    this.#rows.render(
      {
        look: this.#look,
        geometry,
        source,
        ...this.#viewport.rows,
        shown: state.shown,
        checked: state.checked,
      },
      moved,
    );
    this.#groups.render(
      {
        look: this.#look,
        geometry,
        groups: source.groups,
        ...this.#viewport.rows,
      },
      moved,
    );
    tail.style.transform = `translateY(${headerHeight + geometry.tops.height - geometry.offset}px)`;
    this.drawOverlay(state, geometry);
  }

  /** Draws the cells that others have selected; `pointed`: the cell under the pointer. */
  drawPeople(people: readonly PersonInCell[], source: GridSource, pointed: Place | null): void {
    const { geometry, scroll, shown } = this.#viewport;
    const edges = { frozen: geometry.columns.frozen, scrollLeft: scroll.left };
    this.#people.render({ people, source, geometry, edges, seen: shown, pointed });
  }

  drawOverlay(state: GridState, geometry = this.#viewport.geometry): void {
    const { selection, marks } = state;
    const { scroll, shown, coarse } = this.#viewport;
    this.#overlay.render({
      geometry,
      selection,
      marks,
      corner: this.#look?.canEdit === true && !coarse && !marks.grips,
      scrollLeft: scroll.left,
      window: shown,
    });
  }

  /** The next time it is drawn, what differs in these records is tinted. */
  tint(recordIds: ReadonlySet<string>): void {
    this.#rows.tint(recordIds);
  }

  clear(): void {
    const { rows, groups, stuckGroup, overlay, frozenOverlay } = this.#elements;
    this.#people.clear();
    for (const element of [rows, groups, stuckGroup, overlay, frozenOverlay]) element.replaceChildren();
  }
}
