import { longestLabel } from '@weft/core';
import type { StoredFile } from '@weft/db';
import type { ColumnProfile, Parsing } from '@weft/imports';
import type { CallInput, ImportPreviewColumn } from '@weft/protocol';
import { AppError, invalid, withoutUndefined } from '@weft/std';
import { fileIdOf } from '../../files/file-address.ts';
import type { ImportsContext, ImportsHandlers } from './deps.ts';

/** Characters of a cell that the preview shows. */
export const shownCell = 2_000;
/** Characters of a cell above the header, and of a name among thousands. */
const shownLead = 200;
const shownName = 60;

/** The uploaded file of an address; a foreign organization's is refused like one that does not exist. */
export async function findUpload(context: ImportsContext, csvFileUrl: string): Promise<StoredFile> {
  const id = fileIdOf(csvFileUrl);
  const file = id === null ? null : await context.deps.files.find(id, context.caller);
  if (file === null) throw invalid('csvFileUrl', 'Not a file that was uploaded here');
  return file;
}

type Dialect = CallInput<'import.csvPreview'>['parse'];

/** Only the settings the person gave: the others are detected. */
export const givenParsing = (parse: Dialect): Partial<Parsing> => withoutUndefined({ ...parse });

const whyNot = (count: number, atLeast: boolean, samples: readonly string[]): string => {
  if (count === 0) return 'Every value fits';
  const some = samples.map((sample) => `'${sample.slice(0, 40)}'`).join(', ');
  return `${atLeast ? 'At least ' : ''}${count} ${count === 1 ? 'value does' : 'values do'} not fit: ${some}`;
};

/** Options a person may look through before the import, and the characters of them all. */
const maxLabels = 100;
const maxLabelLength = 5_000;

function fewLabels({ counts }: ColumnProfile, labels: readonly string[]): readonly string[] | null {
  if (counts.distinctAtLeast || labels.length > maxLabels) return null;
  const length = labels.reduce((sum, label) => sum + label.length, 0);
  return length > maxLabelLength || labels.some((label) => label.length > longestLabel) ? null : labels;
}

export const presentColumn = (column: ColumnProfile): ImportPreviewColumn => ({
  sourceFieldIndex: column.sourceIndex,
  fieldName: column.fieldName,
  fieldType: column.fieldType,
  template: { ...column.template },
  format: column.format,
  confidence: column.confidence,
  reason: column.reason,
  isPrimary: column.isPrimary,
  fieldValidation: {
    values: column.counts.filled,
    empty: column.counts.empty,
    alternatives: column.alternatives.map(({ fieldType, template, format, unfit, rewritten, notes }) => {
      const samples = unfit.first.map((cell) => cell.value);
      return {
        fieldType,
        template: { ...template },
        format,
        misfits: unfit.count,
        samples,
        reason: whyNot(unfit.count, unfit.atLeast, samples),
        rewritten,
        notes,
      };
    }),
    rewritten: column.rewritten,
    notes: column.notes,
    markers: column.markers,
    outerSpace: column.outerSpace,
    labels: {
      single: fewLabels(column, column.labels),
      multiple: fewLabels(column, column.tokens.length > 0 ? column.tokens : column.labels),
    },
  },
});

export const importPreview: ImportsHandlers<'import.csvPreview'> = {
  'import.csvPreview': async (context, input) => {
    const file = await findUpload(context, input.csvFileUrl);
    const profile = await context.deps.profiles.of(file.id, givenParsing(input.parse), context.left());
    if (profile.refusal !== null) throw new AppError('invalid', profile.refusal);
    const name = file.name.replace(/\.(?:csv|xlsx)$/i, '');
    const { delimiter, encoding, quotes, headerRow, leadRows, columns, sheet } = profile.parsing;
    const currentSheet = sheet ?? (input.tableName || name);
    return {
      totalRows: profile.rows,
      rowsRejected: profile.rowsRejected,
      previewData: profile.preview
        .slice(0, input.previewRows)
        .map((row) => row.map((cell) => cell.slice(0, shownCell))),
      availableSheets: (profile.sheets ?? [currentSheet]).map((name) => ({ name })),
      currentSheet,
      config: { columns: profile.columns.map(presentColumn) },
      parse: withoutUndefined({ delimiter, encoding, quotes, headerRow, leadRows, columns, sheet }),
      leadData: profile.lead.map((row) => row.slice(0, maxLabels).map((cell) => cell.slice(0, shownLead))),
      allColumns: profile.allColumns?.map((name) => name.slice(0, shownName)) ?? null,
      problems: [
        ...profile.rejected.map(({ line, reason }) => ({ line, reason })),
        ...profile.doubts.map(({ line, reason }) => ({ line, reason, kept: true as const })),
      ].toSorted((a, b) => a.line - b.line),
    };
  },
};
