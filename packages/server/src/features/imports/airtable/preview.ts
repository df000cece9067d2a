import type { AirtableRecord, AirtableTable } from '@weft/integrations';
import type { ImportedField } from '@weft/protocol';
import { planField } from './field-plan.ts';
import { valueText } from './value-text.ts';

/** Characters of a cell that the preview shows. */
const shownCell = 2_000;

const noteOfLinks = 'Linked records are found by the names of the records they lead to';

/** The fields of a table, as each may go into a field that is there. */
export const previewFields = ({ fields, primaryFieldId }: AirtableTable): readonly ImportedField[] =>
  fields.map((field, sourceFieldIndex) => {
    const isPrimary = field.id === primaryFieldId;
    const plan = planField(field, isPrimary);
    const shape = plan.becomes === 'stored' ? plan.shape : ({ type: 'long_text', template: {} } as const);
    return {
      ...{ sourceFieldIndex, sourceFieldId: field.id, sourceFieldType: field.type },
      ...{ fieldName: field.name, isPrimary },
      fieldType: plan.becomes === 'link' ? 'linked_record' : shape.type,
      template: { ...shape.template },
      note: plan.becomes === 'link' ? noteOfLinks : plan.becomes === 'lookup' ? null : plan.note,
    };
  });

/** Records as texts, in the order of the fields; ids of linked records say nothing, so they are counted. */
export const previewCells = (
  { fields }: AirtableTable,
  records: readonly AirtableRecord[],
): readonly (readonly string[])[] =>
  records.map((record) =>
    fields.map(({ id, type }) => {
      const value = record.fields[id];
      if (type !== 'multipleRecordLinks') return valueText(value).slice(0, shownCell);
      const count = Array.isArray(value) ? value.length : 0;
      return count === 0 ? '' : count === 1 ? '1 record' : `${count} records`;
    }),
  );
