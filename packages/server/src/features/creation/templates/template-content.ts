import {
  type BaseSchema,
  type CellValue,
  emptyViewConfig,
  type Field,
  type Filter,
  isLinkField,
  type SchemaTable,
  type Table,
  type View,
} from '@weft/core';
import { type IdKind, must } from '@weft/std';
import type { TableContent } from '../base-content.ts';
import { tablesOfSchema } from '../tables-of-schema.ts';
import type { BaseTemplate, TemplateTable, TemplateView } from './template.ts';

type NewId = (kind: IdKind) => string;

const fieldKey = (table: string, field: string) => `${table}/${field}`;

function schemaOf({ title, tables }: BaseTemplate): BaseSchema {
  const tableOf = ({ name, fields }: TemplateTable): SchemaTable => ({
    ...{ id: name, name },
    fields: fields.map((field) => ({
      ...{ id: fieldKey(name, field.name), name: field.name, type: field.kind },
      template: {
        ...field.settings,
        ...(field.link && { tableId: field.link.table }),
        ...(field.link?.inverse && { inverseName: field.link.inverse }),
      },
    })),
  });
  return { name: title, tables: tables.map(tableOf) };
}

const fieldCalled = ({ fields, name: table }: Table, name: string): Field =>
  must(
    fields.find((field) => field.name === name),
    `the field ${name} of ${table}`,
  );

function viewOf(table: Table, view: TemplateView, order: number, id: string): View {
  const idOf = (name: string) => fieldCalled(table, name).id;
  const filters: Filter = {
    conjunction: 'and',
    items: (view.where ?? []).map(([field, operator, value]) => ({
      ...{ fieldId: idOf(field), operator },
      ...(value !== undefined && { value }),
    })),
  };
  return {
    ...{ id, name: view.name, type: 'grid', order },
    config: {
      ...emptyViewConfig,
      filters: filters.items.length === 0 ? null : filters,
      sorts: (view.sort ?? []).map(([field, direction]) => ({ fieldId: idOf(field), direction })),
      groups: view.group === undefined ? [] : [{ fieldId: idOf(view.group), direction: 'asc' }],
      hiddenFieldIds: (view.hide ?? []).map(idOf),
    },
  };
}

/** The tables of a template with their sample records, views and links; `today` is the day that dates count from. */
export function templateContent(template: BaseTemplate, newId: NewId, today: Date): readonly TableContent[] {
  const tables = tablesOfSchema(schemaOf(template), newId);
  const cellsOf = new Map<string, Map<string, CellValue>>();
  const idsByName = new Map<string, string>();
  const names = new Map<string, readonly string[]>();
  for (const [at, { rows }] of template.tables.entries()) {
    const table = must(tables[at]);
    names.set(
      table.id,
      rows.map(([name]) => {
        const id = newId('rec');
        idsByName.set(`${table.id}/${String(name)}`, id);
        cellsOf.set(id, new Map());
        return id;
      }),
    );
  }
  const add = (recordId: string, fieldId: string, linked: string) => {
    const cells = must(cellsOf.get(recordId));
    const before = (cells.get(fieldId) ?? []) as readonly string[];
    if (!before.includes(linked)) cells.set(fieldId, [...before, linked]);
  };
  for (const [at, { fields, rows }] of template.tables.entries()) {
    const table = must(tables[at]);
    for (const [line, row] of rows.entries()) {
      const recordId = must(names.get(table.id)?.[line]);
      for (const [place, plan] of fields.entries()) {
        const given = row[place];
        if (given === null || given === undefined) continue;
        const field = fieldCalled(table, plan.name);
        const cell = plan.read(given, today);
        if ('value' in cell) must(cellsOf.get(recordId)).set(field.id, cell.value);
        else if (isLinkField(field))
          for (const name of cell.names) {
            const { tableId, inverseFieldId } = field.template;
            const linked = must(idsByName.get(`${tableId}/${name}`), `the record ${name}`);
            add(recordId, field.id, linked);
            add(linked, must(inverseFieldId), recordId);
          }
      }
    }
  }
  return tables.map((table, at) => ({
    table: {
      ...table,
      views: [
        ...table.views,
        ...must(template.tables[at]).views.map((view, order) => viewOf(table, view, order + 1, newId('viw'))),
      ],
    },
    records: must(names.get(table.id)).map((id) => ({ id, cells: must(cellsOf.get(id)) })),
  }));
}
