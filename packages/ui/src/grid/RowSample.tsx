import type { BaseRecord, Field, FieldEnv } from '@weft/core';
import { type CSSProperties, useLayoutEffect, useRef } from 'react';
import { columnWidths } from './model/columns.ts';
import { RowSlot } from './view/row-slot.ts';
import './grid.css';
import './rows.css';
import '../fields/painting/cells.css';

export interface RowSampleProps {
  readonly fields: readonly Field[];
  readonly record: BaseRecord;
  readonly env: FieldEnv;
  /** Pixels: 36, 40 or 100. */
  readonly height: number;
}

/** One row as the grid draws it, without a grid: for looking at kinds of fields side by side. */
export function RowSample({ fields, record, env, height }: RowSampleProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const width = columnWidths.standard;
    const list = fields.map((field, index) => ({ field, index, left: index * width, width }));
    const columns = { list, check: 0, held: 0, frozen: 0, width: list.length * width };
    const row = new RowSlot();
    row.layout({ columns, env, tall: height === 100, canEdit: false, groups: { by: [], summaries: {} } });
    row.show(0, list.length);
    row.place(0, 0);
    row.paint(record, false, false);
    if (place.current === null) return;
    place.current.role = 'rowgroup';
    place.current.replaceChildren(row.element);
  }, [fields, record, env, height]);
  return (
    <div
      className={height === 100 ? 'wg is-tall' : 'wg'}
      style={{ '--wg-row': `${height}px` } as CSSProperties}
    >
      <div
        ref={place}
        className="relative border-line border-s border-t"
        style={{ height, width: fields.length * columnWidths.standard }}
      />
    </div>
  );
}
