import { anyFieldType, convertValue, type FieldShape } from '@weft/core';
import { deepEqual } from '@weft/std';
import type { Cell, FieldKindProps, FieldTypeChange } from './change.ts';

/** `type` and `template` were read together by the type itself. */
const shapeOf = (props: FieldKindProps): FieldShape => props as FieldShape;

const fits = ({ value }: Cell, { type, template }: FieldKindProps): boolean =>
  anyFieldType(type).validate(value, template).ok;

/**
 * What a field shows in a record once it is of the other kind: what lay out of sight, if one of the two is the
 * conversion of the other and nothing was edited in between, else the conversion of what stands there now.
 * A cell that is of the other kind already stays: a reading may be ahead of the change.
 */
export function swappedIn(change: FieldTypeChange, cell: Cell, shadow: Cell): Cell {
  if (!fits(cell, change.before)) return cell;
  const before = shapeOf(change.before);
  const after = shapeOf(change.after);
  const converted = convertValue(before, cell, after, change);
  if (deepEqual(converted, shadow) || !fits(shadow, change.after)) return converted;
  return deepEqual(convertValue(after, shadow, before, change), cell) ? shadow : converted;
}
