import type { CellValue, Field, FieldEnv } from '@weft/core';
import { useLayoutEffect, useRef } from 'react';
import { gridKind } from '../grid-kinds.ts';
import { paintValue } from '../painting/paint-value.ts';
import '../painting/cells.css';
import './record.css';

export interface PaintedValueProps {
  readonly field: Field;
  readonly value: CellValue;
  readonly raw?: string | undefined;
  readonly env: FieldEnv;
}

/** A value as a cell of the grid draws it, in as many lines as it takes. */
export function PaintedValue({ field, value, raw, env }: PaintedValueProps) {
  const place = useRef<HTMLSpanElement>(null);
  const { painter, formEmpty } = gridKind(field.type);
  useLayoutEffect(() => {
    const host = place.current;
    if (host === null) return;
    const cell = document.createElement('span');
    cell.className = `wg-cell w-painted ${painter.className}`;
    const context = { field, env, width: host.clientWidth, tall: true };
    const drawn = value ?? formEmpty ?? null;
    if (raw !== undefined) cell.textContent = raw;
    else if (drawn !== null) paintValue(painter, cell, drawn, context);
    else painter.paintEmpty?.(cell, context);
    host.replaceChildren(cell);
  }, [field, value, raw, env, painter, formEmpty]);
  return (
    <span
      ref={place}
      dir="auto"
      className={raw === undefined ? 'block min-w-0 flex-1' : 'block min-w-0 flex-1 text-warning-text'}
    />
  );
}
