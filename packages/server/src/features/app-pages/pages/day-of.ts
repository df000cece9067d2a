import { type CellValue, type Field, type Template, zoneOf } from '@weft/core';
import { appKindOf } from '../fields/app-field-kinds.ts';
import type { Sight } from '../records/sight.ts';

/** The day that a cell shows: a day of the calendar, or the one of an instant in the zone of its field or its reader. */
export function dayOf(
  { visitor: { env } }: Sight,
  field: Field,
  value: CellValue,
): Temporal.PlainDate | null {
  const { day } = appKindOf(field);
  if (typeof value !== 'string' || day === undefined) return null;
  const zone = day === 'calendar' ? 'UTC' : zoneOf(field.template as Template<'datetime'>, env);
  return Temporal.Instant.from(value).toZonedDateTimeISO(zone).toPlainDate();
}
