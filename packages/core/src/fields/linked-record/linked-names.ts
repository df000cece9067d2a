import type { Field } from '../../base.ts';
import { type ConvertedCell, convertValue } from '../convert.ts';
import type { FieldKind } from '../field-kinds.ts';
import type { FieldShape } from '../field-shape.ts';
import { anyFieldType } from '../field-types.ts';
import { shownValue } from '../former-values.ts';
import { joinLabels } from '../multiple-select/label-list.ts';

/** What a record is called whose primary cell is empty. */
export const unnamedRecord = 'Unnamed record';

/** The kinds that linked records can be converted to. */
export const takesLinkNames = (kind: FieldKind): kind is 'single_line_text' | 'long_text' =>
  kind === 'single_line_text' || kind === 'long_text';

/** What a record is called, as programs read it: the canonical text of its primary cell. */
export function recordName(primary: Field, { value, raw }: ConvertedCell): string {
  const shown = shownValue(primary, value);
  const text = raw ?? (shown === null ? '' : anyFieldType(primary.type).toText(shown, primary.template));
  return text === '' ? unnamedRecord : text;
}

/** No name of a record is read as people write dates or numbers: it is taken as it is. */
const plain = { timeZone: 'UTC', locale: 'en-US' };

/** Names of linked records as a cell of a text field: joined by commas, a name that holds one in quotes. */
export const namesAsCell = (names: readonly string[], to: FieldShape): ConvertedCell =>
  names.length === 0 ? { value: null } : convertValue(to, { value: null, raw: joinLabels(names) }, to, plain);
