import { type Field, type FieldKind, isSelectKind } from '@weft/core';
import type { ImportEvent, ImportPhase, ImportPreview } from '@weft/protocol';
import type { Upload } from '../../transfers.ts';
import { type ColumnChoice, keptChoices, proposed } from './column-choice.ts';
import { fullTemplate, startTemplate } from './column-options.ts';
import { tableNameOf } from './csv-file.ts';

export type ImportResult = Extract<ImportEvent, { type: 'finished' }>;
export type Parse = ImportPreview['parse'];

export interface Interruption {
  readonly why: string;
  readonly next: string;
}

export interface WizardState {
  readonly step: 'upload' | 'schema' | 'importing' | 'result';
  readonly file: { readonly name: string; readonly size: number } | null;
  /** 0 to 1. */
  readonly sent: number;
  readonly upload: Upload | null;
  /** The file is being looked through. */
  readonly reading: boolean;
  readonly error: string | null;
  readonly preview: ImportPreview | null;
  /** What the person said of how the file is read; the rest is detected. */
  readonly parse: Partial<Parse>;
  readonly tableName: string;
  readonly columns: readonly ColumnChoice[];
  /** Source index of the column the person wants as the primary field. */
  readonly primary: number | null;
  /** Source index of the column whose particulars are open. */
  readonly open: number | null;
  readonly phase: ImportPhase;
  readonly imported: number;
  /** Records the file will bring; 0 while that is not known. */
  readonly total: number;
  /** Why the import stands still, and what resuming it will do; it can be removed too. */
  readonly interrupted: Interruption | null;
  readonly asking: boolean;
  readonly cancelling: boolean;
  readonly result: ImportResult | null;
}

export const emptyWizard: WizardState = {
  step: 'upload',
  file: null,
  sent: 0,
  upload: null,
  reading: false,
  error: null,
  preview: null,
  parse: {},
  tableName: '',
  columns: [],
  primary: null,
  open: null,
  phase: 'connecting',
  imported: 0,
  total: 0,
  interrupted: null,
  asking: false,
  cancelling: false,
  result: null,
};

export type WizardAction =
  | { readonly type: 'refused'; readonly error: string }
  | { readonly type: 'chosen'; readonly name: string; readonly size: number }
  | { readonly type: 'sending'; readonly share: number }
  | { readonly type: 'uploaded'; readonly upload: Upload }
  | { readonly type: 'reading' }
  | { readonly type: 'previewed'; readonly preview: ImportPreview; readonly parse: Partial<Parse> }
  | { readonly type: 'notRead'; readonly error: string }
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
  | { readonly type: 'back' }
  | { readonly type: 'began' }
  | { readonly type: 'heard'; readonly event: ImportEvent }
  | { readonly type: 'failed'; readonly error: string }
  | { readonly type: 'interrupted'; readonly interruption: Interruption }
  | { readonly type: 'resumed'; readonly tableName: string }
  | { readonly type: 'asked'; readonly asking: boolean }
  | { readonly type: 'cancelling' }
  | { readonly type: 'reset' };

const change = (
  state: WizardState,
  column: number,
  edit: (choice: ColumnChoice) => ColumnChoice,
): WizardState => ({
  ...state,
  columns: state.columns.map((choice) => (choice.sourceIndex === column ? edit(choice) : choice)),
});

function templateOf(
  { preview }: WizardState,
  sourceIndex: number,
  kind: FieldKind,
  some: object,
  trim: boolean,
): ColumnChoice['template'] {
  const column = preview?.config.columns.find((each) => each.sourceFieldIndex === sourceIndex);
  return column === undefined ? fullTemplate(kind, some) : startTemplate(column, kind, some, trim);
}

const proposedPrimary = (preview: ImportPreview | null): number | null =>
  preview?.config.columns.find((column) => column.isPrimary)?.sourceFieldIndex ?? null;

/** The column the person made primary, where it is still there; else the proposal. */
function primaryIn(
  state: WizardState,
  columns: readonly ColumnChoice[],
  preview: ImportPreview,
): number | null {
  const chosen = state.primary !== proposedPrimary(state.preview);
  const wanted = chosen && state.columns.find((column) => column.sourceIndex === state.primary);
  const again = wanted && columns.find((column) => column.name === wanted.name);
  return again ? again.sourceIndex : proposedPrimary(preview);
}

function previewed(state: WizardState, preview: ImportPreview, parse: Partial<Parse>): WizardState {
  const columns =
    state.preview === null ? proposed(preview) : keptChoices(state.columns, state.preview, preview);
  return {
    ...state,
    step: 'schema',
    reading: false,
    error: null,
    preview,
    parse,
    tableName: state.tableName || tableNameOf(state.file?.name ?? preview.currentSheet),
    columns,
    primary: primaryIn(state, columns, preview),
    open: null,
  };
}

const underWay = (state: WizardState): WizardState => ({
  ...state,
  step: 'importing',
  error: null,
  phase: 'connecting',
  imported: 0,
  interrupted: null,
});

function heard(state: WizardState, event: ImportEvent): WizardState {
  if (state.step !== 'importing') return state;
  if (event.type === 'phase') return { ...state, phase: event.phase };
  // Counts are totals: a stream taken up again tells the newest once more.
  if (event.type === 'records')
    return {
      ...state,
      imported: Math.max(state.imported, event.totalRecordsImported),
      total: event.totalRows ?? state.total,
    };
  if (event.type === 'table_complete') return { ...state, imported: event.recordsImported };
  if (event.type === 'finished')
    return { ...state, step: 'result', result: event, asking: false, cancelling: false };
  if (event.type === 'cancelled') return { ...state, asking: false, cancelling: false };
  return state;
}

/** Upload, schema, importing, result: everything the wizard shows, by what happened. */
export function wizard(state: WizardState, action: WizardAction): WizardState {
  switch (action.type) {
    case 'refused':
      return { ...emptyWizard, error: action.error };
    case 'chosen':
      return { ...emptyWizard, file: { name: action.name, size: action.size } };
    case 'sending':
      return { ...state, sent: action.share };
    case 'uploaded':
      return { ...state, sent: 1, upload: action.upload };
    case 'reading':
      return { ...state, reading: true, error: null };
    case 'previewed':
      return previewed(state, action.preview, action.parse);
    case 'notRead':
      return { ...state, reading: false, error: action.error };
    case 'tableNamed':
      return { ...state, tableName: action.name };
    case 'renamed':
      return change(state, action.column, (choice) => ({ ...choice, name: action.name }));
    case 'typed':
      return change(state, action.column, (choice) => ({
        ...choice,
        type: action.kind,
        template: templateOf(state, action.column, action.kind, action.template, false),
        trim: false,
        decided: true,
      }));
    case 'trimmed':
      // It stays open, though it needs no look any more.
      return change({ ...state, open: action.column }, action.column, (choice) => {
        const { type, template } = choice;
        // Options of the file are recreated: two may have become one.
        const some = isSelectKind(type) ? { ...template, options: [] } : template;
        return {
          ...choice,
          trim: action.trim,
          template: templateOf(state, action.column, type, some, action.trim),
          decided: true,
        };
      });
    case 'setUp':
      return change(state, action.column, (choice) => ({ ...choice, template: action.template }));
    case 'included':
      return {
        ...state,
        columns: state.columns.map((choice) =>
          action.column === 'all' || choice.sourceIndex === action.column
            ? { ...choice, include: action.include }
            : choice,
        ),
      };
    case 'led':
      return { ...state, primary: action.column };
    case 'opened':
      return { ...state, open: action.column };
    case 'back':
      return emptyWizard;
    case 'began':
      return { ...underWay(state), total: state.preview?.totalRows ?? 0 };
    case 'heard':
      return heard(state, action.event);
    case 'failed':
      return { ...state, step: 'schema', error: action.error, asking: false, cancelling: false };
    case 'interrupted':
      return { ...state, interrupted: action.interruption, asking: false, cancelling: false };
    case 'resumed':
      return { ...underWay(state), tableName: action.tableName };
    case 'asked':
      return { ...state, asking: action.asking };
    case 'cancelling':
      return { ...state, cancelling: true };
    case 'reset':
      return emptyWizard;
  }
}
