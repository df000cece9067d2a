import { type FieldKind, fieldType } from '@weft/core';
import { type CellPainter, setLine } from './cell-painter.ts';

/** A cell that is one line of text, as the kind formats it. */
export const formatted = <K extends FieldKind>(kind: K, className = ''): CellPainter<K> => ({
  className,
  paint: (cell, value, { field, env, width }) =>
    setLine(cell, fieldType(kind).format(value, field.template, env), { width }),
});
