import {
  anyFieldType,
  type ConvertedCell,
  convertValue,
  defaultTemplate,
  type Field,
  type FieldEnv,
  type FieldShape,
  isTimeZone,
} from '@weft/core';
import { gridKind } from '../../../fields/grid-kinds.ts';
import type { CopiedCell } from './html.ts';

/** A field like the one a cell was copied from, as far as converting its value asks. */
function sourceOf({ kind, canonical, zone }: CopiedCell): FieldShape {
  const template = defaultTemplate(kind);
  if (gridKind(kind).family !== 'moment') return { type: kind, template } as FieldShape;
  const displayTime = canonical?.length !== 'YYYY-MM-DD'.length;
  // What is on the clipboard may have been written by anyone.
  const timezone = zone !== undefined && isTimeZone(zone) ? { timezone: zone } : {};
  return { type: kind, template: { ...template, displayTime, ...timezone } } as FieldShape;
}

/** What a cell copied in this product holds in a field; null when only its shown text can tell. */
export function ownCell(cell: CopiedCell, field: Field, env: FieldEnv): ConvertedCell | null {
  const { kind, canonical } = cell;
  if (canonical === null) return { value: null };
  const source = sourceOf(cell);
  // A text kept because it did not fit is never read more freely than when it was kept.
  if (cell.unfit) return convertValue(source, { value: null, raw: canonical }, field, env);
  if (kind === field.type) {
    const exact = anyFieldType(kind).fromText(canonical, field.template);
    if (exact.ok) return { value: exact.value };
  }
  const { family } = gridKind(kind);
  if (family === undefined || family !== gridKind(field.type).family) return null;
  const read = anyFieldType(kind).fromText(canonical, source.template);
  if (!read.ok) return null;
  const converted = convertValue(source, { value: read.value }, field, env);
  return converted.raw === undefined ? converted : null;
}
