import { anyFieldType, type Field, type FieldEnv } from '@weft/core';
import { gridKind } from '../../fields/grid-kinds.ts';
import { make, setText } from '../../fields/painting/cell-painter.ts';
import { paintValue } from '../../fields/painting/paint-value.ts';
import type { GridGroup, GridGroups } from '../grid-source.ts';
import { groupFigure } from '../model/summary.ts';
import { type Geometry, headerHeight } from './geometry.ts';
import type { RowLook } from './row-slot.ts';

export interface GroupsFrame {
  readonly look: RowLook;
  readonly geometry: Geometry;
  readonly groups: GridGroups;
  /** List pixels [from, to) the window shows. */
  readonly from: number;
  readonly to: number;
}

/** Headers drawn beyond each edge of the window, in pixels. */
const margin = 240;
/** Pixels by which the headers of each level stand further in. */
const indent = 16;

/** The headers of groups: as many elements as the window holds, used again while scrolling. */
export class GroupsView {
  readonly #host: HTMLElement;
  readonly #slots: GroupSlot[] = [];
  /** The header of the group whose rows are at the top of the window, where its own place is scrolled away. */
  readonly #stuck = new GroupSlot();
  #stuckTo: readonly unknown[] = [];
  #drawn: readonly unknown[] = [];

  constructor(host: HTMLElement, stuckHost: HTMLElement) {
    this.#host = host;
    this.#stuck.leaveTabOrder();
    this.#stuck.element.hidden = true;
    stuckHost.replaceChildren(this.#stuck.element);
  }

  /** Draws the window. `moved`: only the place in the list may differ from the last frame. */
  render({ look, geometry, groups, from, to }: GroupsFrame, moved: boolean): void {
    const { headers } = groups;
    const { tops, offset } = geometry;
    this.#stick(look, geometry, groups, from, moved);
    if (headers.length === 0 && this.#slots.every((slot) => slot.element.hidden)) return;
    const [first, end] = tops.headersBetween(from - margin, to + margin);
    const range = [headers, look, first, end, offset];
    if (moved && range.every((part, i) => part === this.#drawn[i])) return;
    this.#drawn = range;
    while (this.#slots.length < end - first) {
      const slot = new GroupSlot();
      this.#slots.push(slot);
      this.#host.append(slot.element);
    }
    const size = this.#slots.length;
    const used = new Set<GroupSlot>();
    for (let index = first; index < end; index++) {
      const [slot, header] = [this.#slots[index % size], headers[index]];
      if (!slot || !header) continue;
      used.add(slot);
      slot.paint(header, index, look, groups);
      slot.element.style.transform = `translateY(${headerHeight + tops.headerTop(index) - offset}px)`;
      slot.element.style.height = `${tops.groupHeight}px`;
      slot.element.style.setProperty('--wg-group', `${tops.groupHeight}px`);
    }
    for (const slot of this.#slots) slot.element.hidden = !used.has(slot);
  }

  #stick(look: RowLook, { tops }: Geometry, groups: GridGroups, top: number, moved: boolean): void {
    const index = tops.headerOver(top);
    const header = groups.headers[index];
    const { element } = this.#stuck;
    element.hidden = header === undefined || header.collapsed;
    if (header === undefined || header.collapsed) return;
    const drawn = [header, look];
    if (!moved || !drawn.every((part, i) => part === this.#stuckTo[i]))
      this.#stuck.paint(header, index, look, groups);
    this.#stuckTo = drawn;
    // The next header pushes it out.
    const room = index + 1 < groups.headers.length ? tops.headerTop(index + 1) - top : tops.groupHeight;
    element.style.transform = `translateY(${Math.min(0, room - tops.groupHeight)}px)`;
    element.style.height = `${tops.groupHeight}px`;
    element.style.setProperty('--wg-group', `${tops.groupHeight}px`);
  }
}

/** What the records of a group have in common, in words. */
function nameOf({ value }: GridGroup, field: Field, env: FieldEnv): string {
  if (value === null) return 'Empty';
  if (typeof value === 'boolean') return value ? 'Checked' : 'Unchecked';
  return anyFieldType(field.type).format(value, field.template, env);
}

/** One header: the button that collapses its group, the value as a cell shows it, the count, and the summaries. */
class GroupSlot {
  readonly element = make('div', 'wg-group');
  readonly #frozen = make('div', 'wg-frozen');
  readonly #head = make('div', 'wg-group-head');
  readonly #toggle = make('button', 'wg-group-toggle');
  readonly #value = make('span', 'wg-group-value');
  readonly #count = make('span', 'wg-group-count');

  constructor() {
    this.element.role = 'row';
    this.#head.role = 'rowheader';
    this.#toggle.type = 'button';
    this.#head.append(this.#toggle, this.#value, this.#count);
    this.#frozen.append(this.#head);
    this.element.append(this.#frozen);
  }

  /** For a header that is there twice: keys and readers find the other. */
  leaveTabOrder(): void {
    this.#toggle.tabIndex = -1;
  }

  paint(group: GridGroup, index: number, look: RowLook, groups: GridGroups): void {
    const field = look.groups.by[group.level];
    if (field === undefined) return;
    const { columns, env } = look;
    this.#frozen.style.width = `${columns.frozen}px`;
    this.#head.style.paddingInlineStart = `${group.level * indent}px`;
    this.#toggle.dataset.group = group.id;
    this.#toggle.dataset.index = String(index);
    this.#toggle.ariaExpanded = String(!group.collapsed);
    const kind = gridKind(field.type);
    const width = Math.max(40, columns.frozen - 33 - group.level * indent - 48);
    const text = nameOf(group, field, env);
    this.#value.replaceChildren();
    this.#value.className = group.value === null ? 'wg-group-value is-none' : 'wg-group-value';
    this.#value.style.maxWidth = `${width}px`;
    if (kind.painter.className === 'is-chips' && group.value !== null)
      paintValue(kind.painter, this.#value, group.value, { field, env, width, tall: false });
    else setText(this.#value, text);
    const count = group.count.toLocaleString(env.locale);
    setText(this.#count, count);
    this.#toggle.ariaLabel = `${field.name} ${text}, ${count} ${group.count === 1 ? 'record' : 'records'}`;
    this.#paintFigures(group, look, groups);
  }

  #paintFigures(
    group: GridGroup,
    { columns, env, groups: { summaries } }: RowLook,
    groups: GridGroups,
  ): void {
    for (const figure of this.element.querySelectorAll('.wg-group-figure')) figure.remove();
    for (const { field, left, width, index } of columns.list) {
      const name = summaries[field.id];
      // The first column holds the value of the group.
      if (name === undefined || index === 0) continue;
      const figure = groupFigure(field, name, groups.summary(group, field.id, name), group.count, env);
      if (figure === null) continue;
      const cell = make('div', `wg-group-figure ${gridKind(field.type).painter.className}`);
      const value = make('b', '');
      value.textContent = figure.text;
      cell.role = 'gridcell';
      cell.append(figure.word === '' ? '' : `${figure.word} `, value);
      cell.style.left = `${left}px`;
      cell.style.width = `${width}px`;
      (index < columns.held ? this.#frozen : this.element).append(cell);
    }
  }
}
