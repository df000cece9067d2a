import { plainText } from '../cell-text.ts';
import type { GridKind } from '../grid-kind.ts';
import { paintChips } from '../painting/chips.ts';

/** Records of a cell that may be drawn: a cell may hold thousands, and no column is so wide. */
const maxDrawn = 50;

export const linkedRecordKind: GridKind<'linked_record'> = {
  painter: {
    className: 'is-chips',
    paint: (cell, value, { env, width, tall }) => {
      const chips = value.slice(0, maxDrawn).map((id) => {
        const look = env.linked?.(id);
        return { label: look?.name ?? '…', color: look?.color ?? null };
      });
      // Those beyond are counted all the same.
      const more = Array.from({ length: value.length - chips.length }, () => ({ label: '', color: null }));
      paintChips(cell, [...chips, ...more], { width, tall, className: ' is-link' });
    },
  },
  text: plainText,
  editor: 'links',
  opensBySpace: true,
};
