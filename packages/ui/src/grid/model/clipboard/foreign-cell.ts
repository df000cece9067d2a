import { anyFieldType, type Field, type FieldEnv, zoneOf } from '@weft/core';
import type { ForeignValue } from './foreign-value.ts';

/** A moment of a sheet, which knows no zone, in a field: as its own clock shows it. */
function instantOf(wall: string, field: Field, env: FieldEnv): string | null {
  if (field.type !== 'date' && field.type !== 'datetime') return null;
  const { template } = field;
  if (!template.displayTime) return `${wall.slice(0, 10)}T00:00:00.000Z`;
  const zoned = Temporal.PlainDateTime.from(wall).toZonedDateTime(zoneOf(template, env));
  return new Date(zoned.epochMilliseconds).toISOString();
}

/** What another program's exact value is in a field; null where the field takes the text that was shown instead. */
export function foreignCell(
  exact: ForeignValue,
  field: Field,
  env: FieldEnv,
): { readonly value: string | number } | null {
  const value =
    exact.kind === 'number' &&
    (field.type === 'number' || field.type === 'currency' || field.type === 'percent')
      ? exact.number
      : exact.kind === 'moment'
        ? instantOf(exact.wall, field, env)
        : null;
  if (value === null) return null;
  const valid = anyFieldType(field.type).validate(value, field.template);
  return valid.ok && valid.value !== null ? { value } : null;
}
