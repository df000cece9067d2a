import type { FieldKind } from '@weft/core';
import { sampleField } from '@weft/core/testing';
import { expect, test } from 'vitest';
import { gridKind } from '../grid-kinds.ts';
import { paintValue } from './paint-value.ts';

const context = (type: FieldKind) => ({
  field: sampleField(type),
  env: { timeZone: 'UTC', locale: 'en-US' },
  width: 180,
  tall: false,
});

test.each([
  ['multiple_select', 'red, blue', 'red, blue'],
  ['single_line_text', 12.5, '12.5'],
  ['date', ['o1', 'o2'], 'o1,o2'],
  ['email', true, 'true'],
] as const)(
  'a cell of %s shows a value that came before its field was converted: %j',
  (kind, value, text) => {
    const cell = { textContent: '', classList: { toggle: () => {} } };
    const draw = () =>
      paintValue(
        gridKind(kind).painter,
        cell as never as HTMLElement,
        value as never,
        { ...context(kind), tall: true } as never,
      );
    expect(draw).not.toThrow();
    expect(cell.textContent).toBe(text);
  },
);
