import { Banner, FormField, Icon, Switch, TextInput } from '@weft/ui';
import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { ColumnDetail } from './ColumnDetail.tsx';
import { ColumnList } from './ColumnList.tsx';
import { nameFaults, primaryOf } from './column-choice.ts';
import { valuesOf } from './column-samples.ts';
import { countOf } from './counts.ts';
import { FileFacts } from './FileFacts.tsx';
import type { Parse, SchemaEdit } from './import-schema.ts';
import type { ImportMove, SchemaState } from './import-states.ts';
import { LeadRows } from './LeadRows.tsx';
import { PreviewGrid } from './PreviewGrid.tsx';
import { RowProblems } from './RowProblems.tsx';
import { SheetPicker } from './SheetPicker.tsx';
import { useArrival } from './use-arrival.ts';
import { needsLook, verdictOf } from './verdict.ts';
import { WideFile } from './WideFile.tsx';

/** 'Review and Edit Schema': every column's name, kind and fit, and the first rows as they will be. */
export function SchemaStep({
  state,
  move,
}: {
  readonly state: SchemaState;
  readonly move: (move: ImportMove) => void;
}) {
  const { schema } = state;
  const { preview, columns } = schema;
  const dispatch = (edit: SchemaEdit) => move({ type: 'edited', edit });
  const review = (parse: Partial<Parse>) => move({ type: 'review', parse });
  const place = useArrival<HTMLDivElement>();
  const faults = useMemo(() => nameFaults(columns), [columns]);
  const looks = useMemo(() => {
    const byIndex = new Map(preview.config.columns.map((column) => [column.sourceFieldIndex, column]));
    return columns.filter((choice) => {
      const column = byIndex.get(choice.sourceIndex);
      return column !== undefined && needsLook(verdictOf(column, choice, faults.get(choice.sourceIndex)));
    });
  }, [preview, columns, faults]);
  const lead = useMemo(() => primaryOf(columns, schema.primary), [columns, schema.primary]);
  const open = schema.open ?? looks[0]?.sourceIndex ?? null;
  const openChoice = columns.find((choice) => choice.sourceIndex === open);
  const openColumn = preview.config.columns.find((column) => column.sourceFieldIndex === open);
  const tableFault = schema.tableName.trim() === '' ? 'Table name is required' : null;
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      {state.error !== null && <Banner tone="danger">{state.error}</Banner>}
      {state.sheets !== null && (
        <SheetPicker
          names={preview.availableSheets.map(({ name }) => name)}
          shown={preview.currentSheet}
          choice={state.sheets}
          busy={state.reading}
          move={move}
        />
      )}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <FormField label="Table name" error={tableFault}>
          {(control) => (
            <TextInput
              {...control}
              value={schema.tableName}
              maxLength={255}
              onChange={(event) => dispatch({ type: 'tableNamed', name: event.target.value })}
            />
          )}
        </FormField>
        <FileFacts
          name={schema.file.name}
          preview={preview}
          choosesSheet={state.sheets === null}
          onRead={review}
        />
      </div>
      <div className="flex flex-col gap-2" aria-busy={state.reading || undefined}>
        <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-2">
          <h3 className="font-semibold text-body">{countOf(columns.length, 'column')} found</h3>
          {looks.length > 0 && (
            <button
              type="button"
              className="inline-flex h-6 items-center gap-1.5 rounded-md bg-warning-tint px-2 font-medium text-small text-warning-text hover:underline"
              onClick={() => dispatch({ type: 'opened', column: nextAfter(looks, schema.open) })}
            >
              <Icon of={TriangleAlert} size={14} />
              {looks.length === 1 ? '1 needs a look' : `${looks.length.toLocaleString()} need a look`}
            </button>
          )}
          <Switch
            className="ml-auto"
            label={<span className="text-small text-text-muted">First row is a header</span>}
            checked={preview.parse.headerRow}
            loading={state.reading}
            onChange={(headerRow) => review({ headerRow })}
          />
        </div>
        <WideFile preview={preview} busy={state.reading} onChoose={(columns) => review({ columns })} />
        <ColumnList schema={schema} faults={faults} open={open} dispatch={dispatch} />
        {openChoice !== undefined && openColumn !== undefined && (
          <ColumnDetail
            key={open}
            column={openColumn}
            choice={openChoice}
            fault={faults.get(openChoice.sourceIndex)}
            primary={lead === open}
            values={valuesOf(preview, openChoice.sourceIndex)}
            dispatch={dispatch}
          />
        )}
        <LeadRows preview={preview} busy={state.reading} onKeep={() => review({ leadRows: 0 })} />
        <RowProblems preview={preview} />
      </div>
      {preview.previewData.length > 0 && columns.some((column) => column.include) && (
        <div className="flex flex-col gap-2">
          <h3 className="flex items-baseline gap-2 font-semibold text-body">
            Preview
            <span className="font-normal text-small text-text-muted">
              First {countOf(preview.previewData.length, 'row')}
            </span>
          </h3>
          <PreviewGrid columns={columns} preview={preview} />
        </div>
      )}
    </div>
  );
}

/** The first column that needs a look after the open one, from the start again at the end. */
function nextAfter(looks: readonly { readonly sourceIndex: number }[], open: number | null): number | null {
  const next = looks.find((choice) => choice.sourceIndex > (open ?? -1)) ?? looks[0];
  return next?.sourceIndex ?? null;
}
