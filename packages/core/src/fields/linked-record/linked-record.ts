import { compareText, err, isId, ok, withoutUndefined } from '@weft/std';
import type { FieldType, Parsed } from '../field-type.ts';
import { compareLists, listOperators } from '../list-operators.ts';
import { joinLabels } from '../multiple-select/label-list.ts';
import { readTemplate } from '../read-template.ts';
import type { LinkedRecordTemplate } from '../templates.ts';
import { linkedRecordSamples } from './samples.ts';

function validate(
  value: unknown,
  template: LinkedRecordTemplate,
): ReturnType<FieldType<'linked_record'>['validate']> {
  if (value === null) return ok(null);
  if (!Array.isArray(value)) return err('must be a list of record ids');
  const ids = new Set<string>();
  for (const item of value) {
    if (!isId('rec', item)) return err('holds a value that is not the id of a record');
    ids.add(item);
  }
  if (ids.size > 1 && !template.allowMultiple) return err('links to one record only');
  return ok(ids.size === 0 ? null : [...ids]);
}

/** Only ids can be read here: names are resolved where the linked records are at hand. */
const read = (text: string, template: LinkedRecordTemplate): Parsed<readonly string[]> =>
  validate(
    text.split(/[\s,]+/).filter((id) => id !== ''),
    template,
  );

export const linkedRecordType: FieldType<'linked_record'> = {
  kind: 'linked_record',
  label: 'Linked record',
  canBePrimary: false,
  readOnly: false,
  readTemplate: (input) =>
    readTemplate(input, (read) =>
      withoutUndefined({
        tableId: read.text('tableId', 64),
        allowMultiple: read.flag('allowMultiple', true),
        inverseFieldId: read.has('inverseFieldId') ? read.text('inverseFieldId', 64) : undefined,
      }),
    ),
  parse: read,
  fromPaste: read,
  format: (value, _template, { linked }) => {
    if (linked !== undefined) return joinLabels(value.map((id) => linked(id)?.name ?? '…'));
    return value.length === 1 ? '1 linked record' : `${value.length} linked records`;
  },
  toText: (value) => value.join(','),
  fromText: read,
  validate,
  compare: (a, b) => compareLists(a, b, compareText),
  searchText(value, template, env) {
    const primary = env.shownField?.(template) ?? null;
    if (primary === null) return '';
    const cells = value.map((id) => env.linked?.(id)?.value ?? null);
    return cells
      .flatMap((cell) => (cell === null ? [] : primary.type.searchText(cell, primary.field.template, env)))
      .join('\n');
  },
  operators: {
    ...listOperators,
    has_several: {
      label: 'has several',
      needsValue: false,
      prepare: () => ok((value) => value !== null && value.length > 1),
    },
  },
  aggregates: {},
  ungrouped: true,
  samples: linkedRecordSamples,
};
