import {
  type BaseSchema,
  emptyViewConfig,
  type Field,
  isLinkKind,
  linkedTableId,
  readShape,
  type SchemaField,
  schemaFault,
  type Table,
  whyNotPrimary,
  withoutLookups,
  withPairedLinks,
  withPrimaryFirst,
} from '@weft/core';
import { maxFields, uniqueName } from '@weft/history';
import { textFault } from '@weft/protocol';
import { AppError, type IdKind, invalid, must } from '@weft/std';

/** Characters of a field's name. */
const longestName = 255;

type NewId = (kind: IdKind) => string;

function settled(field: SchemaField, order: number, path: string): Field {
  const shape = readShape(field.type, field.template);
  if (!shape.ok) {
    const faults = shape.error.map((fault) => ({ ...fault, path: `${path}.${fault.path}` }));
    throw new AppError('invalid', faults[0]?.reason ?? 'The settings are not valid', faults);
  }
  return { id: field.id, name: field.name, order, ...shape.value };
}

const isUnlabelled = (option: unknown): boolean => {
  if (typeof option !== 'object' || option === null) return false;
  const label = 'label' in option ? option.label : '';
  return typeof label === 'string' && label.trim() === '';
};

/** Options without a label are dropped, as in the field panel; what is no option is refused when settings are read. */
function labelled(field: SchemaField): SchemaField {
  const { options } = field.template;
  if (!Array.isArray(options)) return field;
  const kept = options.filter((option) => !isUnlabelled(option));
  return { ...field, template: { ...field.template, options: kept } };
}

/** What the other side of a link is called where the schema says it; a name that no field can have is passed over. */
function inverseNameOf(inverseName: unknown): string | null {
  if (typeof inverseName !== 'string' || textFault(inverseName) !== null) return null;
  const name = inverseName.trim();
  return name === '' || name.length > longestName ? null : name;
}

/** Names as tables and fields have them: trimmed, none blank, none twice. */
function named<T extends { readonly name: string }>(items: readonly T[], blank: string): readonly T[] {
  const done: T[] = [];
  for (const item of items) {
    const wanted = item.name.trim() || `${blank} ${done.length + 1}`;
    done.push({ ...item, name: uniqueName(wanted, done) });
  }
  return done;
}

/** Every id made anew: those of a schema are names within it. */
function withNewIds(schema: BaseSchema, newId: NewId): BaseSchema {
  const ids = new Map<unknown, string>();
  const taken = (id: string, kind: IdKind, path: string) => {
    if (ids.has(id)) throw invalid(path, `The id ${id} is there twice`);
    ids.set(id, newId(kind));
  };
  for (const [t, table] of schema.tables.entries()) {
    taken(table.id, 'tbl', `schema.tables.${t}.id`);
    for (const [f, field] of table.fields.entries())
      taken(field.id, 'fld', `schema.tables.${t}.fields.${f}.id`);
  }
  const replaced = ({ tableId, inverseFieldId, ...template }: SchemaField['template']) => ({
    ...template,
    ...(tableId !== undefined && { tableId: ids.get(tableId) }),
    ...(inverseFieldId !== undefined && { inverseFieldId: ids.get(inverseFieldId) }),
  });
  return {
    ...schema,
    tables: schema.tables.map((table) => ({
      ...table,
      id: must(ids.get(table.id)),
      fields: table.fields.map((field) => ({
        ...field,
        id: must(ids.get(field.id)),
        template: isLinkKind(field.type) ? replaced(field.template) : field.template,
      })),
    })),
  };
}

/** The fields by which tables see links that lead to them and have no other side in the schema. */
function withInverses(schema: BaseSchema, newId: NewId): BaseSchema {
  const fieldsOf = new Map(schema.tables.map(({ id, fields }) => [id, [...fields]]));
  for (const table of schema.tables)
    for (const field of table.fields) {
      if (!isLinkKind(field.type) || field.template.inverseFieldId !== undefined) continue;
      const other = must(fieldsOf.get(must(linkedTableId(schema, field))));
      const own = must(fieldsOf.get(table.id));
      const id = newId('fld');
      const { inverseName, ...template } = field.template;
      own[own.findIndex((one) => one.id === field.id)] = {
        ...field,
        template: { ...template, inverseFieldId: id },
      };
      const name = uniqueName(inverseNameOf(inverseName) ?? table.name, other);
      const back = { tableId: table.id, allowMultiple: true, inverseFieldId: field.id };
      other.push({ id, name, type: 'linked_record', template: back });
    }
  return {
    ...schema,
    tables: schema.tables.map((table) => ({ ...table, fields: must(fieldsOf.get(table.id)) })),
  };
}

/** The tables that a schema says, with both sides of every link; throws where one leads nowhere. */
export function tablesOfSchema(given: BaseSchema, newId: NewId, addAuthentication = false): readonly Table[] {
  const fault = schemaFault(given, addAuthentication);
  if (fault !== null) throw invalid('schema', fault);
  const tidy = {
    ...withoutLookups(given),
    tables: named(withoutLookups(given).tables, 'Table').map((table) => ({
      ...table,
      fields: named(withPrimaryFirst(table.fields.map(labelled)), 'Field'),
    })),
  };
  const whole = withInverses(withPairedLinks(withNewIds(tidy, newId)), newId);
  for (const [t, { name, fields }] of whole.tables.entries())
    if (fields.length > maxFields)
      throw invalid(
        `schema.tables.${t}.fields`,
        `${name} would have ${fields.length} fields with those of its links: a table has at most ${maxFields}`,
      );
  return whole.tables.map((table, order) => {
    const primary = table.fields[0];
    if (primary === undefined) throw invalid(`schema.tables.${order}.fields`, 'A table needs a field');
    const unfit = whyNotPrimary(primary.type);
    if (unfit !== null) throw invalid(`schema.tables.${order}.fields.0`, unfit);
    return {
      ...{ id: table.id, name: table.name, order, primaryFieldId: primary.id },
      fields: table.fields.map((field, at) => settled(field, at, `schema.tables.${order}.fields.${at}`)),
      views: [{ id: newId('viw'), name: 'Grid view', type: 'grid', order: 0, config: emptyViewConfig }],
    };
  });
}
