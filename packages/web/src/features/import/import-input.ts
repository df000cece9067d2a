import type { ImportPreview } from '@weft/protocol';
import { deepEqual, withoutUndefined } from '@weft/std';
import { type ColumnChoice, primaryOf } from './column-choice.ts';
import { changedLabels, startTemplate } from './column-options.ts';
import type { ImportSchema } from './import-schema.ts';
import type { ImportOrder } from './import-stream.ts';
import { describeMapping } from './table-mapping.ts';

export type Described = Pick<
  ImportOrder,
  | 'csvFileUrl'
  | 'config'
  | 'fieldMappings'
  | 'fieldTypeOverrides'
  | 'parse'
  | 'keyFieldId'
  | 'createOptions'
  | 'createLinks'
>;
type Overrides = NonNullable<ImportOrder['fieldTypeOverrides']>;

/** Only what differs from the proposal travels: the rest is imported as it was found. */
function overridesOf(columns: readonly ColumnChoice[], preview: ImportPreview): Overrides {
  const overrides: Overrides = {};
  for (const choice of columns) {
    const { include, sourceIndex, type, template, trim = false } = choice;
    const found = preview.config.columns.find((column) => column.sourceFieldIndex === sourceIndex);
    if (!include || found === undefined) continue;
    const start = startTemplate(found, type, found.fieldType === type ? found.template : template);
    if (found.fieldType === type && !trim && deepEqual(start, template)) continue;
    const labels = changedLabels(found, choice).map(([text, label]): [string, string | null] => [
      text,
      label,
    ]);
    overrides[sourceIndex] = withoutUndefined({
      fieldType: type,
      template: { ...template },
      labels: labels.length === 0 ? undefined : labels,
      trim: trim ? true : undefined,
    });
  }
  return overrides;
}

/** What the person chose, as the import call carries it. */
export function describeImport(schema: ImportSchema): Described {
  const { upload, preview, columns, tableName, parse, into } = schema;
  // As in the preview: the same words find the same look through the file, not a second one.
  const asRead = Object.keys(parse).length === 0 ? {} : { parse: parse as NonNullable<ImportOrder['parse']> };
  if (into !== null) return { csvFileUrl: upload.url, ...describeMapping(into, preview), ...asRead };
  const lead = primaryOf(columns, schema.primary);
  const overrides = overridesOf(columns, preview);
  return {
    csvFileUrl: upload.url,
    config: { tableName: tableName.trim() },
    fieldMappings: columns
      .filter((column) => column.include)
      .map(({ sourceIndex, name }) =>
        withoutUndefined({
          sourceFieldIndex: sourceIndex,
          fieldName: name.trim(),
          isPrimary: sourceIndex === lead ? true : undefined,
        }),
      ),
    ...(Object.keys(overrides).length === 0 ? {} : { fieldTypeOverrides: overrides }),
    ...asRead,
  };
}
