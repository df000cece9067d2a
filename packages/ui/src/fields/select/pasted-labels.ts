import { type FieldKind, optionByLabel, type SelectField, splitLabels } from '@weft/core';

/** The labels a pasted text names in a select; `copiedFrom`: the kind of field it was copied from in this product. */
export function pastedLabels(field: SelectField, pasted: string, copiedFrom?: FieldKind): readonly string[] {
  const text = pasted.trim();
  if (text === '') return [];
  // What was one choice where it was copied is one here, commas and all.
  if (field.type === 'single_select' || copiedFrom === 'single_select') return [text];
  // A known label may hold a comma itself.
  return optionByLabel(field.template, text) === undefined
    ? splitLabels(text).map((label) => label.trim())
    : [text];
}
