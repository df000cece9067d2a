import { anyFieldType, type BaseRecord, type Field, type FieldEnv, shownValue } from '@weft/core';

/** The text of a cell as it is shown, whole; '' for an empty one. */
export function shownText(field: Field, record: BaseRecord | undefined, env: FieldEnv): string {
  const raw = record?.raw?.[field.id];
  if (raw !== undefined) return raw;
  const value = shownValue(field, record?.data[field.id] ?? null);
  if (value === null) return '';
  const type = anyFieldType(field.type);
  // While a field is being converted, a value may be of another kind than its field.
  return type.validate(value, field.template).ok ? type.format(value, field.template, env) : String(value);
}
