import {
  anyFieldType,
  type CellValue,
  type Field,
  isLinkField,
  isSelectKind,
  type SelectOption,
} from '@weft/core';
import type { HttpAnswer } from '@weft/protocol';
import { type IdKind, must } from '@weft/std';
import type { BaseTemplate } from './template.ts';
import { templateContent } from './template-content.ts';

type Listed = HttpAnswer<'GET /admin/bases/templates'>['templates'][number];
type Preview = HttpAnswer<'GET /admin/bases/templates/:name'>['template'];

const headOf = ({ name, title, category, about }: BaseTemplate) => ({ name, title, category, about });

export const presentTemplate = (template: BaseTemplate): Listed => ({
  ...headOf(template),
  tables: template.tables.map(({ name, fields, rows, views }) => ({
    name,
    fields: fields.map((field) => ({ name: field.name, type: field.kind })),
    records: rows.length,
    views: views.map((view) => view.name),
  })),
});

const env = { timeZone: 'UTC', locale: 'en' };

function shown(field: Field, value: CellValue, nameOf: ReadonlyMap<string, string>) {
  if (value === null) return { text: '' };
  if (isLinkField(field))
    return { text: (value as readonly string[]).map((id) => nameOf.get(id) ?? '').join(', ') };
  if (typeof value === 'boolean') return { text: '', checked: value };
  const text = anyFieldType(field.type).format(value, field.template, env);
  if (!isSelectKind(field.type)) return { text };
  const { options } = field.template as { readonly options: readonly SelectOption[] };
  const chosen = [value].flat().flatMap((one) => options.find((option) => option.value === one) ?? []);
  return { text, options: chosen.map(({ label, color }) => ({ label, color })) };
}

/** What a database of the template would hold, as text. */
export function previewTemplate(template: BaseTemplate, now: number): Preview {
  let made = 0;
  const newId = (kind: IdKind) => `${kind}${String(made++).padStart(21, '0')}`;
  const content = templateContent(template, newId, new Date(now));
  const nameOf = new Map(
    content.flatMap(({ table, records }) =>
      records.map(({ id, cells }) => [id, String(cells.get(table.primaryFieldId) ?? '')]),
    ),
  );
  return {
    ...headOf(template),
    tables: content.map(({ table, records }, at) => ({
      name: table.name,
      fields: table.fields.map(({ name, type }) => ({ name, type })),
      records: records.map(({ cells }) =>
        table.fields.map((field) => shown(field, cells.get(field.id) ?? null, nameOf)),
      ),
      views: must(template.tables[at]).views.map((view) => view.name),
    })),
  };
}
