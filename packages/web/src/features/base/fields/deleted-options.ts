import { type BaseRecord, type Field, type SelectOption, takesManyOptions } from '@weft/core';
import type { CellsByField } from '@weft/history';

const optionsOf = (template: Field['template'] | undefined): readonly SelectOption[] =>
  template !== undefined && 'options' in template ? template.options : [];

/** The options that a field keeps: one without a name is dropped when the field is saved. */
export const keptOptions = (template: Field['template']): readonly SelectOption[] =>
  optionsOf(template).filter(({ label }) => label.trim() !== '');

/** The options that are no longer among a field's settings. */
export function optionsGone(
  before: Field['template'] | undefined,
  after: Field['template'],
): readonly SelectOption[] {
  const left = new Set(keptOptions(after).map(({ value }) => value));
  return optionsOf(before).filter(({ value }) => !left.has(value));
}

/** What is said of options that were deleted; null where none were. */
export function deletedText([first, ...more]: readonly SelectOption[]): string | null {
  if (first === undefined) return null;
  return more.length === 0 ? `Option ${first.label} deleted` : `${more.length + 1} options deleted`;
}

interface WrittenRecord {
  readonly id: string;
  readonly cells: CellsByField;
}

/** The cells of some records with another option in the place of those that go. */
export function withOption(
  { id, type }: Field,
  records: readonly BaseRecord[],
  gone: readonly SelectOption[],
  replacement: string,
): readonly WrittenRecord[] {
  const going = new Set(gone.map(({ value }) => value));
  return records.flatMap((record): readonly WrittenRecord[] => {
    const cell = record.data[id] ?? null;
    const held = Array.isArray(cell) ? (cell as readonly string[]) : [cell];
    if (!held.some((option) => typeof option === 'string' && going.has(option))) return [];
    if (!takesManyOptions(type)) return [{ id: record.id, cells: { [id]: { value: replacement } } }];
    const kept = held.map((option) => (going.has(String(option)) ? replacement : String(option)));
    return [{ id: record.id, cells: { [id]: { value: [...new Set(kept)] } } }];
  });
}
