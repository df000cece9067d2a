import { convertValue, type FieldShape, holdsValue } from '@weft/core';
import { deepEqual } from '@weft/std';
import type { Cell, FieldTypeChange } from './change.ts';

const fits = ({ value }: Cell, shape: FieldShape): boolean => holdsValue(shape, value);

/**
 * What a field shows in a record once it is of the other kind: what lay out of sight, if one of the two is the
 * conversion of the other and nothing was edited in between, else the conversion of what stands there now.
 * A cell that is of the other kind already stays: a reading may be ahead of the change.
 */
export function swappedIn(change: FieldTypeChange, cell: Cell, shadow: Cell): Cell {
  const { before, after } = change;
  if (!fits(cell, before)) return cell;
  const converted = convertValue(before, cell, after, change);
  if (deepEqual(converted, shadow) || !fits(shadow, after)) return converted;
  return deepEqual(convertValue(after, shadow, before, change), cell) ? shadow : converted;
}
