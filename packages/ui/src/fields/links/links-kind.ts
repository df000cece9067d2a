import type { FieldEnv } from '@weft/core';
import { plainText } from '../cell-text.ts';
import type { GridKind } from '../grid-kind.ts';
import { type CellChip, paintChips } from '../painting/chips.ts';

/** Records of a cell that may be drawn: a cell may hold thousands, and no column is so wide. */
const maxDrawn = 50;

/** The records of a cell; those beyond what is drawn are only counted. */
const chipsOf = (ids: readonly string[], env: FieldEnv): readonly CellChip[] =>
  ids.map((id, i) => {
    const look = i < maxDrawn ? env.linked?.(id) : undefined;
    return { label: look?.name ?? '…', color: look?.color ?? null };
  });

export const linkedRecordKind: GridKind<'linked_record'> = {
  painter: {
    className: 'is-chips',
    paint: (cell, value, { env, width, tall }) =>
      paintChips(cell, chipsOf(value, env), { width, tall, className: ' is-link' }),
  },
  chips: (value, _template, env) => chipsOf(value, env),
  text: plainText,
  editor: 'links',
  opensBySpace: true,
};
