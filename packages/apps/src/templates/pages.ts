import type { Json } from '@weft/documents';
import type { BlockName } from '../blocks/block-types.ts';
import type { TemplateBlock, TemplatePage } from './template.ts';

type Named = { readonly [key: string]: Json };

interface ListPage {
  readonly label: string;
  readonly icon?: string;
  readonly table: string;
  readonly fields: readonly string[];
  /** A table where it is left out. */
  readonly as?: Extract<BlockName, 'list' | 'table' | 'gallery' | 'kanban' | 'calendar'>;
  readonly set?: Named;
  /** The page of a record. */
  readonly opens?: string;
  /** The page with the form that adds one, and what its button says. */
  readonly add?: readonly [page: string, text: string];
  readonly filters?: readonly string[];
  /** What stands above the records. */
  readonly above?: readonly TemplateBlock[];
}

/** Records with a search, filters and a button that adds one. */
export const listPage = ({
  label,
  icon,
  table,
  fields,
  as = 'table',
  set = {},
  ...more
}: ListPage): TemplatePage => ({
  label,
  ...(icon !== undefined && { icon }),
  blocks: [
    { type: 'heading', set: { text: label } },
    ...(more.add === undefined
      ? []
      : [
          {
            ...{
              type: 'button' as const,
              set: { text: more.add[1], action: { kind: 'openPage', page: more.add[0] } },
            },
          },
        ]),
    ...(more.above ?? []),
    { type: 'search', set: { target: 'records' } },
    ...(more.filters === undefined
      ? []
      : [{ type: 'filterBar', set: { target: 'records', fields: more.filters } } as const]),
    {
      ...{ type: as, key: 'records' },
      set: { table, fields, ...(more.opens !== undefined && { opens: more.opens }), ...set },
    },
  ],
});

interface RecordPage {
  readonly label: string;
  readonly table: string;
  /** The field that names the record. */
  readonly name: string;
  readonly fields: readonly string[];
  /** Records that link to it: of a table, by a field. */
  readonly related?: readonly {
    readonly table: string;
    readonly by: string;
    readonly fields: readonly string[];
  }[];
  /** Fields that people change here. */
  readonly edits?: readonly string[];
}

/** One record, and what links to it. */
export const recordPage = ({
  label,
  table,
  name,
  fields,
  related = [],
  edits,
}: RecordPage): TemplatePage => ({
  label,
  about: table,
  blocks: [
    { type: 'heading', set: { field: name } },
    { type: 'detail', set: { table, fields } },
    ...related.map(
      ({ table: other, by, fields: shown }): TemplateBlock => ({
        type: 'list',
        set: {
          ...{ table: other, title: other, fields: shown },
          filter: [{ field: by, operator: 'has_any_of', value: { from: 'record', field: '$id' } }],
        },
      }),
    ),
    ...(edits === undefined
      ? []
      : [
          {
            type: 'section' as const,
            set: { title: 'Change' },
            inner: [{ type: 'form' as const, set: { table, mode: 'update', fields: edits, button: 'Save' } }],
          },
        ]),
  ],
});

interface FormPage {
  readonly label: string;
  readonly table: string;
  readonly fields: readonly string[];
  readonly button: string;
  readonly done?: string;
  /** The page that opens once it is sent. */
  readonly opens?: string;
  /** It stands in the navigation. */
  readonly shown?: true;
  readonly text?: string;
}

/** A form that adds a record. */
export const formPage = ({
  label,
  table,
  fields,
  button,
  done,
  opens,
  shown,
  text,
}: FormPage): TemplatePage => ({
  label,
  ...(shown !== true && { hidden: true }),
  blocks: [
    { type: 'heading', set: { text: label } },
    ...(text === undefined ? [] : [{ type: 'text' as const, set: { text } }]),
    {
      type: 'form',
      set: {
        ...{ table, mode: 'create', fields, button },
        ...(done !== undefined && { done }),
        ...(opens !== undefined && { after: { kind: 'openPage', page: opens } }),
      },
    },
  ],
});

/** The person's own record, which they keep up to date. */
export const ownPage = (
  label: string,
  table: string,
  shown: readonly string[],
  edits: readonly string[],
): TemplatePage => ({
  label,
  icon: 'user',
  blocks: [
    { type: 'heading', set: { text: label } },
    { type: 'detail', set: { table, fields: shown, record: { from: 'user', field: '$id' } } },
    {
      type: 'form',
      set: {
        ...{ table, mode: 'update', fields: edits, button: 'Save' },
        record: { from: 'user', field: '$id' },
      },
    },
  ],
});

/** A number above records. */
export const metric = (title: string, table: string, set: Named = {}): TemplateBlock => ({
  type: 'metric',
  set: { table, title, measure: 'count', ...set },
});
