import type { CellValue, FieldKind } from './field-kinds.ts';
import type { FieldType } from './field-type.ts';

/** One signature for all kinds, for code that meets a field without knowing its kind; the template goes with the field. */
export type AnyFieldType = FieldType<FieldKind, NonNullable<CellValue>, unknown>;
