import { type CellValue, type FieldKind, fieldType } from '@weft/core';
import { plainText } from '../cell-text.ts';
import type { GridKind } from '../grid-kind.ts';
import { setLine } from '../painting/cell-painter.ts';
import { type CellChip, paintChips } from '../painting/chips.ts';

/** Values of a cell that may be drawn: there may be thousands, and no column is so wide. */
const maxDrawn = 50;

/** Values of linked records, drawn as the field that is shown draws its own; `kindOf` gives what the grid knows of it. */
export const lookupKind = (kindOf: (kind: FieldKind) => GridKind): GridKind<'lookup'> => ({
  text: plainText,
  editor: null,
  isOpaque: (template, env) => (env.shownField?.(template) ?? null) === null,
  painter: {
    className: 'is-muted',
    paint(cell, values, { field, env, width, tall }) {
      const shown = env.shownField?.(field.template) ?? null;
      const { chips, gathers, painter } = shown === null ? {} : kindOf(shown.field.type);
      cell.classList.toggle('is-chips', chips !== undefined);
      cell.classList.toggle('is-files', gathers === true);
      if (shown !== null && chips !== undefined) {
        const first = values
          .slice(0, maxDrawn)
          .flatMap((value): readonly CellChip[] =>
            value === null ? [] : chips(value as never, shown.field.template as never, env),
          );
        return paintChips(cell, [...first, ...counted(values.length - maxDrawn)], { width, tall });
      }
      if (shown !== null && gathers === true && painter !== undefined) {
        const items = values.flat() as readonly CellValue[];
        return painter.paint(cell, items as never, { field: shown.field, env, width, tall });
      }
      const first = fieldType('lookup').format(values.slice(0, maxDrawn), field.template, env);
      const more = values.length - maxDrawn;
      setLine(cell, more > 0 ? `${first} and ${more.toLocaleString(env.locale)} more` : first, { width });
    },
  },
});

/** Chips that only make the number of those that are not drawn. */
const counted = (count: number): readonly CellChip[] =>
  Array.from({ length: Math.max(0, count) }, () => ({ label: '', color: null }));
