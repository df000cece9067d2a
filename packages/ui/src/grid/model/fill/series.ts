import {
  anyFieldType,
  type CellValue,
  type Field,
  type FieldEnv,
  type FieldKind,
  type Value,
} from '@weft/core';
import { gridKind } from '../../../fields/grid-kinds.ts';
import type { Progression } from '../../../fields/series/progression.ts';

/** What a cell holds, for filling: a value that fits, or a text kept although it does not. */
export interface FilledCell {
  readonly value: CellValue;
  readonly raw?: string;
}

/** `usual` is what a drag alone does; `other` what it does with Ctrl or Alt held. */
export type FillMode = 'usual' | 'other' | 'copy';

/** The progression that some values of a field begin; null when they begin none and are repeated. */
function progression(
  { type, template }: Field,
  values: readonly CellValue[],
  env: FieldEnv,
): Progression<CellValue> | null {
  // Safe: the values and the template are of the field's kind.
  return gridKind(type).series?.(values as readonly Value<FieldKind>[], template, env) ?? null;
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
