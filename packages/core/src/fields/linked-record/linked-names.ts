import type { Field } from '../../base.ts';
import { type ConvertedCell, convertValue, isTextKind } from '../convert.ts';
import type { CellValue, FieldKind } from '../field-kinds.ts';
import type { FieldShape } from '../field-shape.ts';
import { anyFieldType } from '../field-types.ts';
import { shownValue } from '../former-values.ts';
import { joinLabels, splitLabels } from '../multiple-select/label-list.ts';
import type { LinkedRecordTemplate } from '../templates.ts';

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

/** The kinds that can be converted to linked records: their texts name the records. */
export const holdsLinkNames = isTextKind;

/**
 * The names that a text cell holds: parted by commas, a name that holds one in quotes. Where a cell links to one record
 * only, a text with commas is one name.
 */
export function namesInCell(
  { value, raw }: ConvertedCell,
  { allowMultiple }: Pick<LinkedRecordTemplate, 'allowMultiple'>,
): readonly string[] {
  const text = raw ?? (typeof value === 'string' ? value : '');
  const names = [...new Set(splitLabels(text))];
  return allowMultiple || names.length <= 1 ? names : [text.trim()];
}

/** The primary cell of a record of this name; null: no record can be called so. */
export function nameAsValue(primary: Field, name: string): CellValue {
  const read = anyFieldType(primary.type).fromText(name, primary.template);
  return read.ok ? read.value : null;
}
