import {
  anyFieldType,
  convertValue,
  type Field,
  holdsFiles,
  isLinkField,
  isSelectField,
  isSelectKind,
} from '@weft/core';
import type { ImportedField } from '@weft/protocol';
import { countOf } from '../counts.ts';
import type { Verdict } from '../verdict.ts';

/** Of a file that a cell takes. */
const largestFile = '20 MB';

/** A text of the first rows as the import would write it; whether it fits its field. */
function fits({ fieldType, template }: ImportedField, text: string, target: Field): boolean {
  const shape = { type: fieldType, template } as Field;
  const read = anyFieldType(fieldType).fromText(text, template);
  const cell = read.ok ? { value: read.value } : { value: null, raw: text };
  return convertValue(shape, cell, target, { timeZone: 'UTC', locale: 'en' }).raw === undefined;
}

/** How the values of a field, of which the first rows are at hand, fit where they go. */
export function fieldVerdict(
  field: ImportedField,
  values: readonly string[],
  target: Field | undefined,
  addsOptions: boolean,
): Verdict {
  if (target === undefined) return { tone: 'out', words: 'Not imported' };
  if (isLinkField(target)) return { tone: 'fits', words: 'Linked by name' };
  if (holdsFiles(target.type) !== holdsFiles(field.fieldType))
    return { tone: 'misfit', words: holdsFiles(target.type) ? 'No files' : 'Names of files alone' };
  if (holdsFiles(target.type)) return { tone: 'doubt', words: `Up to ${largestFile} each` };
  if (isSelectField(target) && isSelectKind(field.fieldType)) {
    const { options } = field.template as typeof target.template;
    const known = new Set(target.template.options.map(({ label }) => label));
    const fresh = options.filter(({ label }) => !known.has(label)).length;
    if (fresh === 0) return { tone: 'fits', words: 'All fit' };
    return addsOptions
      ? { tone: 'fits', words: countOf(fresh, 'new option') }
      : { tone: 'misfit', words: `${countOf(fresh, 'value')} without option` };
  }
  const misfits = values.filter((text) => !fits(field, text, target)).length;
  if (misfits > 0)
    return { tone: 'misfit', words: `${misfits} of the first ${misfits === 1 ? 'doesn’t' : 'don’t'} fit` };
  return { tone: 'fits', words: field.fieldType === target.type ? 'All fit' : 'The first fit' };
}
