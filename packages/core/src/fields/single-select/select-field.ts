import type { Field, FieldOf } from '../../base.ts';
import type { FieldKind } from '../field-kinds.ts';

/** The kinds whose cells are chosen from the options of their field. */
export type SelectKind = 'single_select' | 'multiple_select';
export type SelectField = FieldOf<'single_select'> | FieldOf<'multiple_select'>;

export const isSelectKind = (kind: FieldKind): kind is SelectKind =>
  kind === 'single_select' || kind === 'multiple_select';

/** Whether a cell of the kind holds a list of options, not one. */
export const takesManyOptions = (kind: FieldKind): boolean => kind === 'multiple_select';

export const isSelectField = (field: Field): field is SelectField => isSelectKind(field.type);
