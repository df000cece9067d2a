import {
  anyFieldType,
  type CellValue,
  type DateTemplate,
  type Field,
  type FieldEnv,
  type FieldKind,
  type Template,
  type Value,
  zoneOf,
} from '@weft/core';
import { dateSeries } from './date-series.ts';
import { numberSeries } from './number-series.ts';
import type { Progression } from './progression.ts';
import { textSeries } from './text-series.ts';

/** What a cell holds, for filling: a value that fits, or a text kept although it does not. */
export interface FilledCell {
  readonly value: CellValue;
  readonly raw?: string;
}

/** `usual` is what a drag alone does; `other` what it does with Ctrl or Alt held. */
export type FillMode = 'usual' | 'other' | 'copy';

type Begin<K extends FieldKind> = (
  values: readonly Value<K>[],
  template: Template<K>,
  env: FieldEnv,
) => Progression<CellValue> | null;

const numbers = (values: readonly number[]) => numberSeries(values, 1);
const texts = (values: readonly string[]) => textSeries(values);
const moments = (values: readonly string[], template: DateTemplate, env: FieldEnv) =>
  dateSeries(values, template.displayTime ? zoneOf(template, env) : 'UTC');

/** THE list of the progressions that values of each kind begin; null: they are repeated. */
const progressions: { readonly [K in FieldKind]: Begin<K> | null } = {
  single_line_text: texts,
  long_text: texts,
  number: numbers,
  currency: numbers,
  percent: (values) => numberSeries(values, 0.01),
  rating: null,
  duration: numbers,
  date: moments,
  datetime: moments,
  checkbox: null,
  single_select: null,
  multiple_select: null,
  attachments: null,
  email: null,
  url: texts,
  phone_number: null,
  linked_record: null,
  lookup: null,
};

/** The progression that some values of a field begin; null when they begin none and are repeated. */
function progression(
  { type, template }: Field,
  values: readonly CellValue[],
  env: FieldEnv,
): Progression<CellValue> | null {
  // Safe: the values and the template are of the field's kind.
  const begin = progressions[type] as Begin<FieldKind> | null;
  return begin?.(values as readonly Value<FieldKind>[], template, env) ?? null;
}

/**
 * How a run of cells of one field goes on: the cell at a place, the first given one standing at 0, those behind it
 * before 0. Null is a place a series does not reach, as a month after the year 9999: nothing is written there.
 */
export function continued(
  field: Field,
  cells: readonly FilledCell[],
  mode: FillMode,
  env: FieldEnv,
): (place: number) => FilledCell | null {
  const repeat = (place: number): FilledCell => {
    const index = ((place % cells.length) + cells.length) % cells.length;
    return cells[index] ?? { value: null };
  };
  if (mode === 'copy' || cells.some((cell) => cell.value === null || cell.raw !== undefined)) return repeat;
  const series = progression(
    field,
    cells.map((cell) => cell.value),
    env,
  );
  if (series === null || series.usual !== (mode === 'usual')) return repeat;
  const type = anyFieldType(field.type);
  return (place) => {
    const value = series.at(place);
    const valid = value === null ? null : type.validate(value, field.template);
    return valid?.ok ? { value: valid.value } : null;
  };
}
