import { anyFieldType, convertValue, type FieldShape, isOfKind } from '@weft/core';
import { deepEqual } from '@weft/std';
import type { Cell, FieldTypeChange } from './change.ts';

const fits = ({ value }: Cell, shape: FieldShape): boolean => isOfKind(shape, value);

/**
 * The cell a field shows in a record after its change of type: the shadow cell, if either of the two is the conversion
 * of the other (then nobody edited in between, and undo brings the original back exactly); else the conversion of the
 * present cell. A cell that has the new type already stays: the record may have been read after the change.
 */
export function cellAfterTypeChange(change: FieldTypeChange, cell: Cell, shadow: Cell): Cell {
  const { before, after } = change;
  // What the server keeps is never what somebody wrote.
  if (anyFieldType(after.type).kept !== undefined) return shadow;
  if (!fits(cell, before)) return cell;
  const converted = convertValue(before, cell, after, change);
  if (deepEqual(converted, shadow) || !fits(shadow, after)) return converted;
  return deepEqual(convertValue(after, shadow, before, change), cell) ? shadow : converted;
}
