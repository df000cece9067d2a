import { make, setText } from '../../fields/painting/cell-painter.ts';
import { optionColor } from '../../primitives/option-color.ts';
import { personColor } from '../../primitives/person-color.ts';
import type { GridSource } from '../grid-source.ts';
import { type Place, samePlace } from '../model/selection.ts';
import type { PersonInCell } from '../people.ts';
import { type Geometry, headerHeight, placeRect } from './geometry.ts';
import { Box, type Edges, near, type Seen } from './overlay-box.ts';

/** Milliseconds for which a name stands beside a cell after it was selected. */
const nameTime = 2_000;
/** Pixels of a name's flag above the cell. */
const aboveCell = 9;

/** The cell that somebody has selected: an outline in their colour, with their name on a flag. */
class Marker {
  readonly box: Box;
  cell = '';
  place: Place | null = null;
  named = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(person: PersonInCell, scrolled: HTMLElement, frozen: HTMLElement) {
    this.box = new Box('wg-person', scrolled, frozen);
    const color = personColor(person.userId);
    for (const part of this.box.parts) {
      const flag = make('span', 'wg-flag');
      setText(flag, person.name);
      part.style.setProperty('--wg-person-line', optionColor(color, 'text'));
      part.style.setProperty('--wg-person-ground', optionColor(color, 'bg'));
      part.append(flag);
    }
  }

  /** Shows the name for a moment. */
  name(end: () => void): void {
    clearTimeout(this.#timer);
    this.named = true;
    this.#timer = setTimeout(() => {
      this.named = false;
      end();
    }, nameTime);
  }

  remove(): void {
    clearTimeout(this.#timer);
    this.box.remove();
  }
}

export interface PeopleFrame {
  readonly people: readonly PersonInCell[];
  readonly source: GridSource;
  readonly geometry: Geometry;
  readonly edges: Edges;
  readonly seen: Seen;
  /** The cell under the pointer. */
  readonly pointed: Place | null;
}

/** The cells that others have selected, as far as the view shows them. */
export class PeopleView {
  readonly #layers: readonly [HTMLElement, HTMLElement];
  readonly #markers = new Map<string, Marker>();
  #last: PeopleFrame | null = null;

  constructor(scrolled: HTMLElement, frozen: HTMLElement) {
    // Below one's own selection, which is drawn into the same layers later.
    this.#layers = [make('div', 'wg-people'), make('div', 'wg-people')];
    scrolled.append(this.#layers[0]);
    frozen.append(this.#layers[1]);
  }

  render(frame: PeopleFrame): void {
    this.#last = frame;
    const { people, source, geometry, edges, seen, pointed } = frame;
    if (people.length === 0 && this.#markers.size === 0) return;
    const here = new Set(people.map(({ userId }) => userId));
    for (const [userId, marker] of this.#markers) {
      if (here.has(userId)) continue;
      marker.remove();
      this.#markers.delete(userId);
    }
    for (const person of people) {
      const marker = this.#marker(person);
      const row = source.indexOf(person.recordId);
      const column = geometry.columns.list.findIndex(({ field }) => field.id === person.fieldId);
      marker.place = row === -1 || column === -1 ? null : { row, column };
      const rect = near(marker.place && placeRect(geometry, marker.place), seen);
      marker.box.put(rect, edges);
      const named =
        marker.named || (pointed !== null && marker.place !== null && samePlace(pointed, marker.place));
      // Under the header a flag would not be seen.
      const below = rect !== null && rect.top - aboveCell < seen.top + headerHeight;
      for (const { classList } of marker.box.parts) {
        classList.toggle('is-named', named);
        classList.toggle('is-below', below);
      }
    }
  }

  clear(): void {
    for (const marker of this.#markers.values()) marker.remove();
    this.#markers.clear();
  }

  #marker(person: PersonInCell): Marker {
    const known = this.#markers.get(person.userId);
    const marker = known ?? new Marker(person, ...this.#layers);
    this.#markers.set(person.userId, marker);
    const cell = `${person.recordId} ${person.fieldId}`;
    if (marker.cell !== cell) {
      marker.cell = cell;
      marker.name(() => this.#last && this.render(this.#last));
    }
    return marker;
  }
}
