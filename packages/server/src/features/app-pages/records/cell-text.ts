import { anyFieldType, type CellValue, type FieldEnv, isLookupField } from '@weft/core';
import type { ShownCell } from './shown-rows.ts';

type Env = Pick<FieldEnv, 'timeZone' | 'locale' | 'shownField'>;

/** A cell as a person reads it. */
export function cellText(
  { field, value, links, raw }: Pick<ShownCell, 'field' | 'value' | 'links' | 'raw'>,
  env: Env,
): string {
  if (raw !== null) return raw;
  if (links.length > 0) return links.map(({ name }) => name || 'Unnamed record').join(', ');
  if (value === null) return '';
  if (!isLookupField(field)) return anyFieldType(field.type).format(value, field.template, env);
  const shown = env.shownField?.(field.template);
  if (shown === undefined || shown === null) return '';
  return (value as readonly CellValue[])
    .flatMap((one) => (one === null ? [] : [shown.type.format(one, shown.field.template, env)]))
    .join(', ');
}
