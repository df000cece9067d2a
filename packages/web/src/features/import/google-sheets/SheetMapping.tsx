import { isLinkField, isSelectField } from '@weft/core';
import { Banner, Icon, lightKinds, Select, Switch } from '@weft/ui';
import { ArrowRight, EyeOff } from 'lucide-react';
import { useId } from 'react';
import { Result } from '../ColumnRow.tsx';
import { columnSamples } from '../column-samples.ts';
import { countOf } from '../counts.ts';
import { FirstRows } from '../FirstRows.tsx';
import {
  editMapping,
  filledFields,
  type MappingEdit,
  mappedColumns,
  mappingVerdict,
  type TableMapping,
  takesColumn,
} from '../table-mapping.ts';
import { useArrival } from '../use-arrival.ts';
import type { SheetPreview } from './sheets-queries.ts';

const skipped = 'skip';
const listColumns = 'grid-cols-[minmax(100px,1fr)_minmax(0,1fr)_28px_minmax(140px,1fr)_130px] px-3';

interface SheetMappingProps {
  readonly preview: SheetPreview;
  readonly mapping: TableMapping;
  readonly onChange: (mapping: TableMapping) => void;
  readonly error: string | null;
}

/** Which field of the table each column of the sheet goes into. */
export function SheetMapping({ preview, mapping, onChange, error }: SheetMappingProps) {
  const place = useArrival<HTMLDivElement>();
  const heading = useId();
  const { table, targets } = mapping;
  const { columns } = preview.config;
  const edit = (change: MappingEdit) => onChange(editMapping(mapping, change));
  const filled = filledFields(mapping);
  const inUse = new Set(filled.map(({ id }) => id));
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={heading} className="font-semibold text-body">
          {Object.keys(targets).length} of {countOf(columns.length, 'column')} matched
        </h3>
        <span className="min-w-0 truncate text-small text-text-muted">{preview.currentSheet}</span>
      </div>
      <div className="overflow-hidden rounded-lg border">
        <div
          className={`grid h-8 items-center border-b bg-sunken font-medium text-small text-text-muted max-sm:hidden ${listColumns}`}
        >
          <span>From the sheet</span>
          <span>First values</span>
          <span />
          <span className="pl-2">Field in {table.name}</span>
          <span className="pl-2">Result</span>
        </div>
        <ul aria-labelledby={heading} className="max-h-80 overflow-y-auto max-sm:max-h-none">
          {columns.map((column) => {
            const at = column.sourceFieldIndex;
            const target = targets[at];
            return (
              <li
                key={at}
                className={`grid min-h-9 items-center border-b py-1 last:border-b-0 max-sm:grid-cols-1 max-sm:gap-y-1 max-sm:py-2 ${listColumns}`}
              >
                <span className={`truncate pe-2 ${target === undefined ? 'text-text-muted' : ''}`}>
                  {column.fieldName}
                </span>
                <span className="truncate pe-2 text-small text-text-muted">
                  {columnSamples(preview, at).join(' · ')}
                </span>
                <Icon of={ArrowRight} size={14} className="text-text-subtle max-sm:hidden" />
                <Select
                  label={`Field for ${column.fieldName}`}
                  size="sm"
                  quiet
                  value={target ?? skipped}
                  options={[
                    { value: skipped, label: 'Don’t import', icon: EyeOff },
                    ...table.fields.filter(takesColumn).map((field) => ({
                      ...{ value: field.id, label: field.name, icon: lightKinds[field.type].icon },
                      hint: inUse.has(field.id) && field.id !== target ? 'In use' : undefined,
                    })),
                  ]}
                  onChange={(value) =>
                    edit({ type: 'target', column: at, target: value === skipped ? null : value })
                  }
                />
                <span className="pl-2 max-sm:pl-0">
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
          onChange={(on) => edit({ type: 'createOptions', on })}
        />
      )}
      {filled.some(isLinkField) && (
        <Switch
          label="Add linked records for names that there are none of"
          checked={mapping.createLinks}
          onChange={(on) => edit({ type: 'createLinks', on })}
        />
      )}
      <p className="text-small text-text-muted">
        Values of the first rows are looked at here. What doesn’t fit its field is kept as text, marked, and
        listed in a report.
      </p>
      <FirstRows columns={mappedColumns(mapping, preview)} rows={preview.previewData} />
    </div>
  );
}
