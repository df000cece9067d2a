import { optionIndex, type SelectTemplate } from '@weft/core';
import { plainText } from '../cell-text.ts';
import type { GridKind } from '../grid-kind.ts';
import { type CellChip, paintChips } from '../painting/chips.ts';

function chipsOf(values: readonly string[], template: SelectTemplate): readonly CellChip[] {
  const { byValue } = optionIndex(template);
  const options = values.flatMap((value) => byValue.get(value) ?? []);
  return options.map(({ label, color }) => ({ label, color: template.disableColors ? null : color }));
}

const list = { text: plainText, editor: 'select', opensBySpace: true } as const;

export const singleSelectKind: GridKind<'single_select'> = {
  ...list,
  chips: (value, template) => chipsOf([value], template),
  painter: {
    className: 'is-chips',
    paint: (cell, value, { field, width, tall }) =>
      paintChips(cell, chipsOf([value], field.template), { width, tall }),
  },
};

export const multipleSelectKind: GridKind<'multiple_select'> = {
  ...list,
  chips: chipsOf,
  painter: {
    className: 'is-chips',
    paint: (cell, value, { field, width, tall }) =>
      paintChips(cell, chipsOf(value, field.template), { width, tall }),
  },
};
