import { anyFieldType, type CellValue, type Field, type FieldEnv } from '@weft/core';
import type { ForeignValue } from '../../../fields/grid-kind.ts';
import { gridKind } from '../../../fields/grid-kinds.ts';

/** What another program's exact value is in a field; null where the field takes the text that was shown instead. */
export function foreignCell(
  exact: ForeignValue,
  field: Field,
  env: FieldEnv,
): { readonly value: CellValue } | null {
  const value = gridKind(field.type).ofForeign?.(exact, field.template, env) ?? null;
  if (value === null) return null;
  const valid = anyFieldType(field.type).validate(value, field.template);
  return valid.ok && valid.value !== null ? { value } : null;
}
