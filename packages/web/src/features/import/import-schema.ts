import { type Field, type FieldKind, isSelectKind, type Table } from '@weft/core';
import type { ImportPreview } from '@weft/protocol';
import type { Upload } from '../../transfers.ts';
import { type ColumnChoice, keptChoices, proposed } from './column-choice.ts';
import { fullTemplate, startTemplate } from './column-options.ts';
import { tableNameOf } from './csv-file.ts';
import { editMapping, type MappingEdit, proposedMapping, type TableMapping } from './table-mapping.ts';

export type Parse = ImportPreview['parse'];

export interface ChosenFile {
  readonly name: string;
  readonly size: number;
}

/** What will become of a file: as proposed, and as the person decided. */
export interface ImportSchema {
  readonly file: ChosenFile;
  readonly upload: Upload;
  readonly preview: ImportPreview;
  /** What the person said of how the file is read; the rest is detected. */
  readonly parse: Partial<Parse>;
  readonly tableName: string;
  readonly columns: readonly ColumnChoice[];
  /** Source index of the column the person wants as the primary field. */
  readonly primary: number | null;
  /** Source index of the column whose particulars are open. */
  readonly open: number | null;
  /** Where the columns go, of an import into a table that is there; null: they make a new one. */
  readonly into: TableMapping | null;
  /** Whether the person decided anything: it would be lost with the wizard. */
  readonly decided: boolean;
}

export type SchemaEdit =
  | { readonly type: 'tableNamed'; readonly name: string }
  | { readonly type: 'renamed'; readonly column: number; readonly name: string }
  | {
      readonly type: 'typed';
      readonly column: number;
      readonly kind: FieldKind;
      readonly template: object;
    }
  | { readonly type: 'trimmed'; readonly column: number; readonly trim: boolean }
  | { readonly type: 'setUp'; readonly column: number; readonly template: Field['template'] }
  | { readonly type: 'included'; readonly column: number | 'all'; readonly include: boolean }
  | { readonly type: 'led'; readonly column: number }
  | { readonly type: 'opened'; readonly column: number | null }
  | { readonly type: 'mapped'; readonly edit: MappingEdit };

const change = (
  schema: ImportSchema,
  column: number,
  edit: (choice: ColumnChoice) => ColumnChoice,
): ImportSchema => ({
  ...schema,
  columns: schema.columns.map((choice) => (choice.sourceIndex === column ? edit(choice) : choice)),
});

function templateOf(
  { preview }: ImportSchema,
  sourceIndex: number,
  kind: FieldKind,
  some: object,
  trim: boolean,
): ColumnChoice['template'] {
  const column = preview.config.columns.find((each) => each.sourceFieldIndex === sourceIndex);
  return column === undefined ? fullTemplate(kind, some) : startTemplate(column, kind, some, trim);
}

const proposedPrimary = (preview: ImportPreview): number | null =>
  preview.config.columns.find((column) => column.isPrimary)?.sourceFieldIndex ?? null;

/** The column the person made primary, where it is still there; else the proposal. */
function primaryIn(
  before: ImportSchema,
  columns: readonly ColumnChoice[],
  preview: ImportPreview,
): number | null {
  const chosen = before.primary !== proposedPrimary(before.preview);
  const wanted = chosen && before.columns.find((column) => column.sourceIndex === before.primary);
  const again = wanted && columns.find((column) => column.name === wanted.name);
  return again ? again.sourceIndex : proposedPrimary(preview);
}

/** A sheet of several names its table better than the file does. */
const proposedName = (file: ChosenFile, { availableSheets, currentSheet }: ImportPreview): string =>
  tableNameOf(availableSheets.length > 1 ? currentSheet : file.name);

/** Everything as the preview of a file proposes it. */
export const proposedSchema = (
  file: ChosenFile,
  upload: Upload,
  preview: ImportPreview,
  parse: Partial<Parse>,
  table: Table | null = null,
): ImportSchema => ({
  into: table && proposedMapping(table, preview),
  file,
  upload,
  preview,
  parse,
  tableName: proposedName(file, preview),
  columns: proposed(preview),
  primary: proposedPrimary(preview),
  open: null,
  decided: false,
});

/** The same file read another way; what was decided of its columns stays where they are found again. */
export function rereadSchema(
  before: ImportSchema,
  preview: ImportPreview,
  parse: Partial<Parse>,
): ImportSchema {
  const columns = keptChoices(before.columns, before.preview, preview);
  return {
    ...before,
    preview,
    parse,
    columns,
    into: before.into && proposedMapping(before.into.table, preview),
    tableName:
      before.tableName === proposedName(before.file, before.preview) || before.tableName === ''
        ? proposedName(before.file, preview)
        : before.tableName,
    primary: primaryIn(before, columns, preview),
    open: null,
    decided: true,
  };
}

export function editSchema(schema: ImportSchema, edit: SchemaEdit): ImportSchema {
  const edited = edits(schema, edit);
  return edit.type === 'opened' ? edited : { ...edited, decided: true };
}

function edits(schema: ImportSchema, edit: SchemaEdit): ImportSchema {
  switch (edit.type) {
    case 'tableNamed':
      return { ...schema, tableName: edit.name };
    case 'renamed':
      return change(schema, edit.column, (choice) => ({ ...choice, name: edit.name }));
    case 'typed':
      return change(schema, edit.column, (choice) => ({
        ...choice,
        type: edit.kind,
        template: templateOf(schema, edit.column, edit.kind, edit.template, false),
        trim: false,
        decided: true,
      }));
    case 'trimmed':
      // It stays open, though it needs no look any more.
      return change({ ...schema, open: edit.column }, edit.column, (choice) => {
        const { type, template } = choice;
        // Options of the file are recreated: two may have become one.
        const some = isSelectKind(type) ? { ...template, options: [] } : template;
        return {
          ...choice,
          trim: edit.trim,
          template: templateOf(schema, edit.column, type, some, edit.trim),
          decided: true,
        };
      });
    case 'setUp':
      return change(schema, edit.column, (choice) => ({ ...choice, template: edit.template }));
    case 'included':
      return {
        ...schema,
        columns: schema.columns.map((choice) =>
          edit.column === 'all' || choice.sourceIndex === edit.column
            ? { ...choice, include: edit.include }
            : choice,
        ),
      };
    case 'led':
      return { ...schema, primary: edit.column };
    case 'opened':
      return { ...schema, open: edit.column };
    case 'mapped':
      return { ...schema, into: schema.into && editMapping(schema.into, edit.edit) };
  }
}
