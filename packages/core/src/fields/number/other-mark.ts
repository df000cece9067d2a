import type { Field } from '../../base.ts';
import type { CellValue } from '../field-kinds.ts';
import type { FieldEnv } from '../field-type.ts';
import { anyFieldType } from '../field-types.ts';
import { notationOf } from './notation.ts';

/**
 * What a text is with the other decimal mark than its column's ('4,50' where numbers have a decimal point). Null where it
 * is no number in that way either: nobody need be asked about it.
 */
export function readWithOtherMark(field: Field, text: string, env: FieldEnv): CellValue {
  const { template } = field;
  if (!('numberFormat' in template)) return null;
  const isPoint = notationOf(template.numberFormat, env).style.decimal === '.';
  const other = { ...template, numberFormat: isPoint ? 'period_comma' : 'comma_period' };
  const read = anyFieldType(field.type).fromPaste(text, other as Field['template'], env);
  return read.ok ? read.value : null;
}
