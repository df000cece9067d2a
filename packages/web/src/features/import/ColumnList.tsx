import { Checkbox, cx } from '@weft/ui';
import { useMemo, useState } from 'react';
import { ColumnRow, listColumns, phoneRowHeight, rowHeight } from './ColumnRow.tsx';
import { type ColumnFault, primaryOf } from './column-choice.ts';
import type { ImportSchema, SchemaEdit } from './import-schema.ts';
import { usePhone } from './use-phone.ts';

/** Rows seen at once; the half one says that there are more. */
const seenRows = 8.5;
const seenRowsOnPhone = 4.5;
/** Rows drawn beyond what is seen, so that Tab always finds the next one. */
const spare = 4;

export interface ColumnListProps {
  readonly schema: ImportSchema;
  readonly faults: ReadonlyMap<number, ColumnFault>;
  readonly open: number | null;
  readonly dispatch: (action: SchemaEdit) => void;
}

/** The columns of the file; only what is in sight is drawn, so that 500 stay fluent. */
export function ColumnList({ schema, faults, open, dispatch }: ColumnListProps) {
  const phone = usePhone();
  const { columns, preview } = schema;
  const height = phone ? phoneRowHeight : rowHeight;
  const seen = phone ? seenRowsOnPhone : seenRows;
  const [first, setFirst] = useState(0);
  const byIndex = useMemo(
    () => new Map(preview.config.columns.map((column) => [column.sourceFieldIndex, column])),
    [preview],
  );
  const lead = useMemo(() => primaryOf(columns, schema.primary), [columns, schema.primary]);
  const from = Math.max(0, Math.min(first, columns.length - Math.ceil(seen)) - spare);
  const to = Math.min(columns.length, first + Math.ceil(seen) + spare);
  const chosen = columns.filter((column) => column.include).length;
  return (
    <div className="overflow-hidden rounded-lg border">
      <div
        className={cx(
          'border-b bg-sunken font-medium text-small text-text-muted',
          phone ? 'flex h-11 items-center gap-3 px-3' : `grid h-8 items-center ${listColumns}`,
        )}
      >
        <div className={phone ? '' : 'flex justify-center'}>
          <Checkbox
            checked={chosen === columns.length}
            indeterminate={chosen > 0 && chosen < columns.length}
            ariaLabel="Import all columns"
            onChange={() => dispatch({ type: 'included', column: 'all', include: chosen < columns.length })}
          />
        </div>
        <div className="pl-2">Field name</div>
        {!phone && (
          <>
            <div className="pl-2">Type</div>
            <div className="truncate pl-1">From the file</div>
            <div className="pl-1.5">Result</div>
          </>
        )}
      </div>
      <div
        className="-mb-px overflow-y-auto"
        style={{ maxHeight: seen * height }}
        onScroll={(event) => setFirst(Math.floor(event.currentTarget.scrollTop / height))}
      >
        <ul aria-label="Columns" style={{ height: columns.length * height, paddingTop: from * height }}>
          {columns.slice(from, to).map((choice, offset) => {
            const column = byIndex.get(choice.sourceIndex);
            return column === undefined ? null : (
              <ColumnRow
                key={choice.sourceIndex}
                column={column}
                choice={choice}
                preview={preview}
                fault={faults.get(choice.sourceIndex)}
                primary={choice.sourceIndex === lead}
                open={choice.sourceIndex === open}
                phone={phone}
                index={from + offset}
                count={columns.length}
                dispatch={dispatch}
              />
            );
          })}
        </ul>
      </div>
    </div>
  );
}
