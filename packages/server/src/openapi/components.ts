import type { JsonSchema } from './json-schema.ts';

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const plainValues: readonly JsonSchema[] = ['null', 'string', 'number', 'boolean'].map((type) => ({ type }));

/** What lists hold, those in a lookup of lists too. */
const listItem: JsonSchema = { anyOf: [{ type: 'string' }, ref('Attachment')] };

/** Schemas the protocol reads by hand, or whose sense no schema tells. */
export const components: { readonly [name: string]: JsonSchema } = {
  Id: {
    type: 'string',
    pattern: '^[A-Za-z0-9$][A-Za-z0-9_-]{0,63}$',
    description: 'An id. Those the server makes have 24 characters and sort by the time they were made.',
  },
  Instant: { type: 'string', format: 'date-time', description: 'ISO 8601 in UTC.' },
  CellValue: {
    description:
      'What a cell holds: null is the only empty value. Numbers for number, currency, percent (a fraction), rating and duration (seconds); ISO 8601 texts for dates; an option’s `value` for a select, a list of them for a multiple select; lists for attachments and linked records. A lookup, which is read only, is the list of the values it shows. A cell that is sent has at most 1,000 items; linked records become more by `records.updateLinks`.',
    anyOf: [
      ...plainValues,
      {
        type: 'array',
        items: { anyOf: [...plainValues, ref('Attachment'), { type: 'array', items: listItem }] },
      },
    ],
  },
  Attachment: {
    type: 'object',
    properties: {
      filename: { type: 'string' },
      originalName: { type: 'string' },
      size: { type: 'integer', description: 'Bytes.' },
      mimeType: { type: 'string' },
      url: { type: 'string' },
      uploadedAt: ref('Instant'),
      metadata: { type: 'object' },
    },
    required: ['filename', 'originalName', 'size', 'mimeType', 'url', 'uploadedAt'],
  },
  Cells: {
    type: 'object',
    description: 'Cells by field id; an absent one is empty.',
    additionalProperties: ref('CellValue'),
  },
  RawTexts: {
    type: 'object',
    description: 'Texts of cells that do not fit their field’s type, by field id.',
    additionalProperties: { type: 'string' },
  },
  FieldSettings: {
    type: 'object',
    description:
      'The settings of the field’s type. Of numbers, currencies and percents: `decimalPlaces` (0-6; absent: as many as the value has), `numberFormat`, and `grouping` (`false`: no thousands separators; absent: those of the number format).',
  },
  Filter: {
    type: 'object',
    description: 'Conditions and groups of them, at most a hundred deep and a thousand in all.',
    properties: {
      conjunction: { type: 'string', enum: ['and', 'or'] },
      items: { type: 'array', maxItems: 200, items: { anyOf: [ref('Filter'), ref('Condition')] } },
    },
    required: ['conjunction', 'items'],
  },
  Condition: {
    type: 'object',
    properties: {
      fieldId: { type: 'string', description: 'A field’s id, or `$id`, `$createdAt`, `$updatedAt`.' },
      operator: { type: 'string', examples: ['is', 'contains', 'greater_than', 'has_any_of', 'is_empty'] },
      value: { description: 'What the operator compares with; left out where it needs nothing.' },
    },
    required: ['fieldId', 'operator'],
  },
  File: { type: 'string', contentMediaType: 'application/octet-stream', description: 'The bytes of a file.' },
};
