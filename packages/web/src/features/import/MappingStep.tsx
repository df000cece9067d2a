import { isLinkField, isSelectField } from '@weft/core';
import { Banner, Checkbox, cx, FormField, Icon, lightKinds, Select, Switch } from '@weft/ui';
import { ArrowRight, EyeOff, Plus } from 'lucide-react';
import { Result } from './ColumnRow.tsx';
import { columnSamples } from './column-samples.ts';
import { countOf } from './counts.ts';
import { FileFacts } from './FileFacts.tsx';
import { FirstRows } from './FirstRows.tsx';
import type { ImportMove, SchemaState } from './import-states.ts';
import { LeadRows } from './LeadRows.tsx';
import { RowProblems } from './RowProblems.tsx';
import {
  filledFields,
  keyFields,
  type MappingEdit,
  mappedColumns,
  mappingVerdict,
  newField,
  type TableMapping,
  takesColumn,
} from './table-mapping.ts';
import { useArrival } from './use-arrival.ts';

const skipped = 'skip';
const everyRowNew = 'none';

export interface MappingStepProps {
  readonly state: SchemaState;
  readonly mapping: TableMapping;
  readonly move: (move: ImportMove) => void;
}

/** Which field of the table each column of the file goes into. */
export function MappingStep({ state, mapping, move }: MappingStepProps) {
  const { schema } = state;
  const { preview } = schema;
  const { columns } = preview.config;
  const { table, targets } = mapping;
  const place = useArrival<HTMLDivElement>();
  const dispatch = (edit: MappingEdit) => move({ type: 'edited', edit: { type: 'mapped', edit } });
  const matched = columns.filter(({ sourceFieldIndex }) => targets[sourceFieldIndex] !== undefined);
  const filled = filledFields(mapping);
  const inUse = new Set(filled.map(({ id }) => id));
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      {state.error !== null && <Banner tone="danger">{state.error}</Banner>}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <FileFacts
          choosesSheet
          name={schema.file.name}
          preview={preview}
          onRead={(parse) => move({ type: 'review', parse })}
        />
        <FormField label="Records are found by">
          {({ id }) => (
            <Select
              id={id}
              label="Records are found by"
              value={mapping.key ?? everyRowNew}
              options={[
                { value: everyRowNew, label: 'Nothing: every row is a new record' },
                ...keyFields(mapping).map((field) => ({
                  ...{ value: field.id, label: field.name, icon: lightKinds[field.type].icon },
                  hint: 'Rows with a value that is there change its record',
                })),
              ]}
              onChange={(value) => dispatch({ type: 'key', fieldId: value === everyRowNew ? null : value })}
            />
          )}
        </FormField>
      </div>
      <div className="flex flex-col gap-2" aria-busy={state.reading || undefined}>
        <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-2">
          <h3 className="font-semibold text-body">
            {matched.length.toLocaleString()} of {countOf(columns.length, 'column')} matched
          </h3>
          <Switch
            className="ml-auto"
            label={<span className="text-small text-text-muted">First row holds the names</span>}
            checked={preview.parse.headerRow}
            loading={state.reading}
            onChange={(headerRow) => move({ type: 'review', parse: { headerRow } })}
          />
        </div>
        <div className="overflow-hidden rounded-lg border">
          <div
            className={cx(
              'grid h-8 items-center border-b bg-sunken font-medium text-small text-text-muted max-sm:hidden',
              listColumns,
            )}
          >
            <span />
            <span>From the file</span>
            <span>First values</span>
            <span />
            <span className="pl-2">Field in {table.name}</span>
            <span className="pl-2">Result</span>
          </div>
          <ul aria-label="Columns" className="max-h-80 overflow-y-auto max-sm:max-h-none">
            {columns.map((column) => {
              const at = column.sourceFieldIndex;
              const target = targets[at];
              const samples = columnSamples(preview, at);
              return (
                <li
                  key={at}
                  className={cx(
                    'grid min-h-9 items-center border-b py-1 last:border-b-0',
                    listColumns,
                    'max-sm:grid-cols-[40px_1fr] max-sm:gap-y-1 max-sm:py-2',
                  )}
                >
                  <span className="flex justify-center">
                    <Checkbox
                      checked={target !== undefined}
                      ariaLabel={`Import ${column.fieldName}`}
                      onChange={(on) =>
                        dispatch({ type: 'target', column: at, target: on ? newField : null })
                      }
                    />
                  </span>
                  <span className={cx('truncate pe-2', target === undefined && 'text-text-muted')}>
                    {column.fieldName}
                  </span>
                  <span className="truncate pe-2 text-small text-text-muted max-sm:col-start-2">
                    {samples.join(' · ')}
                  </span>
                  <Icon of={ArrowRight} size={14} className="text-text-subtle max-sm:hidden" />
                  <span className="min-w-0 pe-2 max-sm:col-start-2">
                    <Select
                      label={`Field for ${column.fieldName}`}
                      size="sm"
                      quiet
                      value={target ?? skipped}
                      options={[
                        { value: skipped, label: 'Don’t import', icon: EyeOff },
                        { value: newField, label: `Create field “${column.fieldName}”`, icon: Plus },
                        ...table.fields.filter(takesColumn).map((field) => ({
                          ...{ value: field.id, label: field.name, icon: lightKinds[field.type].icon },
                          hint: inUse.has(field.id) && field.id !== target ? 'In use' : undefined,
                        })),
                      ]}
                      onChange={(value) =>
                        dispatch({ type: 'target', column: at, target: value === skipped ? null : value })
                      }
                    />
                  </span>
                  <span className="pl-2 max-sm:col-start-2 max-sm:pl-0">
                    <Result verdict={mappingVerdict(column, mapping)} />
                  </span>
                </li>
              );
            })}
          </ul>
        </div>
        {filled.some(isSelectField) && (
          <Switch
            label="Add options for labels that there are none of"
            checked={mapping.createOptions}
            onChange={(on) => dispatch({ type: 'createOptions', on })}
          />
        )}
        {filled.some(isLinkField) && (
          <Switch
            label="Add linked records for names that there are none of"
            checked={mapping.createLinks}
            onChange={(on) => dispatch({ type: 'createLinks', on })}
          />
        )}
        <p className="text-small text-text-muted">
          What doesn’t fit its field is kept as text, marked, and listed in a report.
          {filled.some(isLinkField) &&
            !mapping.createLinks &&
            ' Names that no linked record has, or several have, are in the report alone.'}
          {mapping.key !== null && ' Empty cells of the file change nothing.'}
        </p>
        <LeadRows
          preview={preview}
          busy={state.reading}
          onKeep={() => move({ type: 'review', parse: { leadRows: 0 } })}
        />
        <RowProblems preview={preview} />
        <FirstRows columns={mappedColumns(mapping, preview)} rows={preview.previewData} />
      </div>
    </div>
  );
}

/** The box, the name, the rest, the arrow, the field, the result. */
const listColumns = 'grid-cols-[33px_minmax(100px,150px)_minmax(0,1fr)_22px_minmax(140px,200px)_130px]';
