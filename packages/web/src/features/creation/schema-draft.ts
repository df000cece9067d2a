import {
  type BaseSchema,
  defaultTemplate,
  type FieldKind,
  isLinkKind,
  isSchemaKind,
  isSelectKind,
  palette,
  type SchemaField,
  type SchemaTable,
  type SelectOption,
  usualPrimaryKind,
  withPrimaryFirst,
} from '@weft/core';

/** What a person changes in a schema; the ids of what is new come along. */
export type SchemaChange =
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'add-table'; readonly tableId: string; readonly fieldId: string }
  | { readonly type: 'rename-table'; readonly tableId: string; readonly name: string }
  | { readonly type: 'remove-table'; readonly tableId: string }
  | { readonly type: 'add-field'; readonly tableId: string; readonly fieldId: string }
  | (OfField & { readonly type: 'rename-field'; readonly name: string })
  | (OfField & { readonly type: 'kind'; readonly kind: FieldKind })
  | (OfField & { readonly type: 'link'; readonly to: string })
  | (OfField & { readonly type: 'add-option'; readonly value: string; readonly label: string })
  | (OfField & { readonly type: 'remove-option'; readonly value: string })
  | (OfField & { readonly type: 'move'; readonly by: 1 | -1 })
  /** To the place of another field. */
  | (OfField & { readonly type: 'place'; readonly at: string })
  | (OfField & { readonly type: 'settings'; readonly template: SchemaField['template'] })
  | (OfField & { readonly type: 'remove-field' });

interface OfField {
  readonly tableId: string;
  readonly fieldId: string;
}

/** Kinds that a field of the schema can be given, in the order of the field panel. */
export const offeredKinds = (kinds: readonly FieldKind[]): readonly FieldKind[] => kinds.filter(isSchemaKind);

export const optionsOf = ({ template }: SchemaField): readonly SelectOption[] =>
  Array.isArray(template.options) ? template.options : [];

/** 'Table 2', or the first number after it that no other has. */
function numbered(what: string, others: readonly { readonly name: string }[]): string {
  const taken = new Set(others.map(({ name }) => name.trim().toLowerCase()));
  let number = others.length + 1;
  while (taken.has(`${what} ${number}`.toLowerCase())) number++;
  return `${what} ${number}`;
}

/** What one begins with where no tables could be suggested. */
export const emptySchema = (tableId: string, fieldId: string): BaseSchema => ({
  name: 'My database',
  tables: [
    {
      id: tableId,
      name: 'Table 1',
      fields: [{ id: fieldId, name: 'Name', type: usualPrimaryKind, template: {} }],
    },
  ],
});

/** The settings of a field that gets another kind: selects keep their options. */
function settingsFor(kind: FieldKind, before: SchemaField): SchemaField['template'] {
  if (isLinkKind(kind)) return { allowMultiple: true };
  const settings = { ...defaultTemplate(kind) };
  return isSelectKind(kind) && isSelectKind(before.type)
    ? { ...settings, options: optionsOf(before) }
    : settings;
}

function changedField(field: SchemaField, change: SchemaChange): SchemaField {
  switch (change.type) {
    case 'rename-field':
      return { ...field, name: change.name };
    case 'kind':
      return { ...field, type: change.kind, template: settingsFor(change.kind, field) };
    case 'settings':
      return { ...field, template: change.template };
    case 'link':
      return { ...field, template: { ...field.template, tableId: change.to } };
    case 'add-option': {
      const options = optionsOf(field);
      const color = palette[options.length % palette.length];
      const added = { value: change.value, label: change.label, color };
      return { ...field, template: { ...field.template, options: [...options, added] } };
    }
    case 'remove-option': {
      const options = optionsOf(field).filter(({ value }) => value !== change.value);
      return { ...field, template: { ...field.template, options } };
    }
    default:
      return field;
  }
}

function movedFields(fields: readonly SchemaField[], fieldId: string, to: number): readonly SchemaField[] {
  const from = fields.findIndex(({ id }) => id === fieldId);
  const field = fields[from];
  if (field === undefined || fields[to] === undefined) return fields;
  return withPrimaryFirst(fields.toSpliced(from, 1).toSpliced(to, 0, field));
}

function changedTable(table: SchemaTable, change: SchemaChange): SchemaTable {
  const { fields } = table;
  switch (change.type) {
    case 'rename-table':
      return { ...table, name: change.name };
    case 'add-field': {
      const name = numbered('Field', fields);
      return {
        ...table,
        fields: [...fields, { id: change.fieldId, name, type: usualPrimaryKind, template: {} }],
      };
    }
    case 'move': {
      const from = fields.findIndex(({ id }) => id === change.fieldId);
      return { ...table, fields: movedFields(fields, change.fieldId, from + change.by) };
    }
    case 'place': {
      const to = fields.findIndex(({ id }) => id === change.at);
      return { ...table, fields: movedFields(fields, change.fieldId, to) };
    }
    case 'remove-field':
      return { ...table, fields: withPrimaryFirst(fields.filter(({ id }) => id !== change.fieldId)) };
    default: {
      if (!('fieldId' in change)) return table;
      const next = fields.map((field) => (field.id === change.fieldId ? changedField(field, change) : field));
      return { ...table, fields: change.type === 'kind' ? withPrimaryFirst(next) : next };
    }
  }
}

/** A schema after a change; tables that did not change stay the same objects, so that only the others are drawn again. */
export function changedSchema(schema: BaseSchema, change: SchemaChange): BaseSchema {
  const { tables } = schema;
  switch (change.type) {
    case 'name':
      return { ...schema, name: change.name };
    case 'add-table': {
      const name = numbered('Table', tables);
      const field = { id: change.fieldId, name: 'Name', type: usualPrimaryKind, template: {} };
      return { ...schema, tables: [...tables, { id: change.tableId, name, fields: [field] }] };
    }
    case 'remove-table':
      return { ...schema, tables: tables.filter(({ id }) => id !== change.tableId) };
    default:
      return {
        ...schema,
        tables: tables.map((table) => (table.id === change.tableId ? changedTable(table, change) : table)),
      };
  }
}
