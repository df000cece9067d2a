import type { CellValue, FieldKind } from './field-kinds.ts';
import type { FieldShape } from './field-shape.ts';
import { anyFieldType } from './field-types.ts';

/** Limits that settings may lower below values that are there: those stay what they are, and come back so. */
const widest: { readonly [K in FieldKind]?: object } = {
  rating: { maxRating: 10 },
  percent: { allowNegative: true },
};

/** A field's settings as wide as they may have been when its cells were written. */
export const widestTemplate = ({ type, template }: FieldShape): object => ({ ...template, ...widest[type] });

const isText = (value: unknown): boolean => typeof value === 'string';

/** What the cells of a select look like, whichever options it has: one that is gone may come back. */
const ofAnyOptions: { readonly [K in FieldKind]?: (value: CellValue) => boolean } = {
  single_select: (value) => value === null || isText(value),
  multiple_select: (value) => value === null || (Array.isArray(value) && value.every(isText)),
};

/**
 * Whether a cell of a field of this kind can look like this, whatever the settings were when it was written. It tells a
 * number from a text, not an option's value from a text: whoever asks knows already that a text is no option's label.
 */
export const isOfKind = (field: FieldShape, value: CellValue): boolean =>
  ofAnyOptions[field.type]?.(value) ?? anyFieldType(field.type).validate(value, widestTemplate(field)).ok;

/** A cell as it counts everywhere but in storage: options that are gone are left out; null is the empty cell. */
export function shownValue({ type, template }: FieldShape, value: CellValue): CellValue {
  if (value === null) return null;
  const { shown } = anyFieldType(type);
  return shown === undefined ? value : shown(value, template);
}
