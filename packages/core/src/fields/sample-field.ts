import { must } from '@weft/std';
import type { FieldOf } from '../base.ts';
import type { FieldKind } from './field-kinds.ts';
import { fieldType } from './field-types.ts';

/** A field for a test; a setting left out is as in a new field, one that the kind refuses is a fault of the test. */
export function sampleField<K extends FieldKind>(
  type: K,
  settings: object = {},
  { id = 'fld', name = 'Field', order = 0 }: Partial<Omit<FieldOf<K>, 'type' | 'template'>> = {},
): { readonly [P in K]: FieldOf<P> }[K] {
  const read = fieldType(type).readTemplate(settings);
  return { id, name, type, order, template: must(read.ok ? read.value : null, `settings of ${type}`) };
}
