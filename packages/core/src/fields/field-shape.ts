import { type Fault, ok, type Result } from '@weft/std';
import type { Field } from '../base.ts';
import type { FieldKind, Template } from './field-kinds.ts';
import { fieldType } from './field-types.ts';

interface ShapeOf<K extends FieldKind> {
  readonly type: K;
  readonly template: Template<K>;
}

/** Of one kind its shape, of several the union of theirs: so written, the compiler follows a kind that is a parameter. */
type Shapes<Kinds extends FieldKind> = { readonly [K in Kinds]: ShapeOf<K> }[Kinds];

/** A kind with its settings, which the union keeps together; a `Field` is one. */
export type FieldShape = Shapes<FieldKind>;

/** A kind with settings that came from anywhere, read by the kind itself; a fault's path begins with `template`. */
export function readShape<K extends FieldKind>(
  type: K,
  settings: unknown,
): Result<Shapes<K>, readonly Fault[]> {
  const read = fieldType(type).readTemplate(settings);
  return read.ok ? ok({ type, template: read.value }) : read;
}

/** The kind and the settings of a field, without what names and places it. */
export function fieldShape({ id: _id, name: _name, order: _order, ...shape }: Field): FieldShape {
  return shape;
}
