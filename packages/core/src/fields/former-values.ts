import type { FieldKind } from './field-kinds.ts';
import type { FieldShape } from './field-shape.ts';
import { anyFieldType } from './field-types.ts';
import { optionIndex } from './single-select/options.ts';
import type { CellValue } from './values.ts';

/** Limits that settings may lower below values that are there: those stay what they are, and come back so. */
const widest: { readonly [K in FieldKind]?: object } = {
  rating: { maxRating: 10 },
  percent: { allowNegative: true },
};

/** A field's settings as wide as they may have been when its cells were written. */
export const widestTemplate = ({ type, template }: FieldShape): object => ({ ...template, ...widest[type] });

/** An option's value as this product makes it: `shortId`, or by number where a column's values become options. */
const madeValue = /^(?:[0-9a-z]{10}|opt[0-9a-z]{5})$/;

/**
 * Whether a value the field does not take is that of an option it has lost: such a cell stays as it was, showing
 * nothing, and shows the option again with it. Values that programs made up are not known from texts.
 */
function isLostOption(field: FieldShape, value: CellValue): boolean {
  if (field.type !== 'single_select' && field.type !== 'multiple_select') return false;
  const { byValue } = optionIndex(field.template);
  const was = (each: unknown): boolean =>
    typeof each === 'string' && (byValue.has(each) || madeValue.test(each));
  return field.type === 'single_select' ? was(value) : Array.isArray(value) && value.every(was);
}

/** Whether a field holds a value, taken now or before its settings became narrower. */
export const holdsValue = (field: FieldShape, value: CellValue): boolean =>
  anyFieldType(field.type).validate(value, widestTemplate(field)).ok || isLostOption(field, value);
