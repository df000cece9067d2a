import { anyFieldType, type Field, type FieldEnv } from '@weft/core';
import type { Cell } from '@weft/history';

/** Characters of a replaced value that are shown. */
const maxShown = 40;

/** 'Replaced Bert’s “oak”', as the cell showed it. */
export function replacedText(
  who: string | null,
  cell: Cell,
  field: Field | undefined,
  env: FieldEnv,
  others: number,
): string {
  const { value, raw } = cell;
  const shown =
    value === null || field === undefined
      ? (raw ?? '')
      : anyFieldType(field.type).format(value, field.template, env);
  const cut = shown.length > maxShown ? `${shown.slice(0, maxShown)}…` : shown;
  const whose = who === null ? 'a colleague’s' : `${who}’s`;
  const more = others === 0 ? '' : ` and ${others} more ${others === 1 ? 'value' : 'values'}`;
  return cut === '' ? `Replaced ${whose} value${more}` : `Replaced ${whose} “${cut}”${more}`;
}
