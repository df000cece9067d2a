import {
  type FieldKind,
  isSelectKind,
  maxOptions,
  nextOptionColor,
  type SelectOption,
  splitLabels,
} from '@weft/core';
import type { ColumnProfile, ImportChoices } from '@weft/imports';
import type { CellKind, CellText } from './sheet-text.ts';

type Override = NonNullable<ImportChoices['fieldTypeOverrides']>[string];

/** Decimal places that a field of numbers shows at most. */
const maxPlaces = 6;

/** What the cells of a column are, by their formats, and what they may be, by its drop-down. */
export class ColumnKinds {
  readonly kinds = new Set<CellKind>();
  /** Labels of its drop-down; null: it has none. */
  choices: ReadonlySet<string> | null = null;
  /** A value that is no label, though it may be a list of them. */
  #isOutside = false;
  #isListed = false;
  #isLong = false;
  filled = 0;
  /** Decimal places that its numbers are shown with. */
  places = 0;
  errors = 0;
  /** Of the first error: what it says, and the row it stands in. */
  firstError: { readonly text: string; readonly row: number } | null = null;

  add({ text, kind, places = 0 }: CellText, row: number): void {
    if (kind === null) return;
    this.places = Math.max(this.places, Math.min(places, maxPlaces));
    this.filled++;
    this.kinds.add(kind);
    if (kind === 'error') {
      this.errors++;
      this.firstError ??= { text, row };
      return;
    }
    this.#isLong ||= text.includes('\n');
    if (this.choices === null || this.choices.has(text)) return;
    if (splitLabels(text).every((label) => this.choices?.has(label))) this.#isListed = true;
    else this.#isOutside = true;
  }

  /** The type that the sheet itself gives the column; null: its formats say nothing. */
  get fieldType(): FieldKind | null {
    if (this.choices !== null && this.choices.size <= maxOptions && !this.#isOutside)
      return this.#isListed ? 'multiple_select' : 'single_select';
    const kinds = new Set(this.kinds);
    kinds.delete('error');
    const [kind] = kinds;
    if (kinds.size === 2 && kinds.has('date') && kinds.has('datetime')) return 'datetime';
    if (kinds.size === 2 && kinds.has('number') && kinds.has('plain number')) return 'number';
    if (kinds.size !== 1 || kind === undefined) return null;
    // A number that nobody gave a format may be a phone number: its digits are looked at.
    if (kind === 'plain number') return this.errors > 0 ? 'number' : null;
    if (kind === 'text') return this.#isLong ? 'long_text' : 'single_line_text';
    return ofKind[kind] ?? null;
  }
}

const ofKind: { readonly [kind in CellKind]?: FieldKind } = {
  ...{ number: 'number', percent: 'percent', currency: 'currency', duration: 'duration' },
  ...{ date: 'date', datetime: 'datetime', checkbox: 'checkbox' },
};

export interface SheetFacts {
  readonly newOptionValue: () => string;
  /** IANA zone of the spreadsheet. */
  readonly timeZone: string;
}

/** How a column is imported: as the sheet itself has it, where its formats say so; else as its texts read. */
export function overrideOf(
  column: ColumnProfile,
  kinds: ColumnKinds | undefined,
  { newOptionValue, timeZone }: SheetFacts,
): Override | null {
  const fieldType = kinds?.fieldType ?? null;
  if (fieldType === null || kinds === undefined) return null;
  if (isSelectKind(fieldType)) {
    const options: SelectOption[] = [];
    for (const label of kinds.choices ?? [])
      options.push({ value: newOptionValue(), label, color: nextOptionColor(options) });
    return { fieldType, template: { options } };
  }
  // Everybody sees the times that the spreadsheet shows.
  if (kinds.kinds.has('datetime')) return { fieldType, template: { timezone: timeZone } };
  // A field shows as many places as the sheet does; the values have all of theirs.
  if (kinds.places > 0) return { fieldType, template: { decimalPlaces: kinds.places } };
  return fieldType === column.fieldType ? null : { fieldType };
}
