import type { CellValue, FieldKind, Template } from './fields/field-kinds.ts';
import type { Filter, Sort } from './query/filter.ts';

/** A field with its settings; the union keeps `type` and `template` together. */
export type Field = { readonly [K in FieldKind]: FieldOf<K> }[FieldKind];

export interface FieldOf<K extends FieldKind> {
  readonly id: string;
  readonly name: string;
  readonly type: K;
  /** Place among the table's fields, ascending; not dense. */
  readonly order: number;
  readonly template: Template<K>;
  /** Nobody fills it in here: the database shows what a service holds, and the service fills it in alone. */
  readonly readOnly?: true;
}

export interface ViewConfig {
  readonly sorts: Sort;
  /** Pixels by field id, 100-300. */
  readonly fieldWidths: { readonly [fieldId: string]: number };
  readonly hiddenFieldIds: readonly string[];
  /** Fields not named here follow in field order. */
  readonly orderedFieldIds: readonly string[];
  readonly filters: Filter | null;
  readonly rowHeight: 'short' | 'medium' | 'tall';
  /** How many leading columns stay when one scrolls sideways, the primary one included: at least 1. */
  readonly frozenCount: number;
  /** By which records are grouped, the outermost first; at most three. */
  readonly groups: Sort;
  /** The summary that stands below a column, by field id: the name of one of the field's aggregates. */
  readonly summaries: { readonly [fieldId: string]: string };
  /** Whether name and settings stay as they are until somebody unlocks the view. */
  readonly locked: boolean;
}

export interface View {
  readonly id: string;
  readonly name: string;
  readonly type: 'grid';
  readonly order: number;
  readonly config: ViewConfig;
}

export interface Table {
  readonly id: string;
  readonly name: string;
  readonly order: number;
  readonly primaryFieldId: string;
  /** In field order, deleted ones left out. */
  readonly fields: readonly Field[];
  readonly views: readonly View[];
}

export interface BaseMetadata {
  readonly tables: readonly Table[];
}

/** Cells by field id; an absent key is an empty cell. */
export type RecordData = { readonly [fieldId: string]: CellValue };
/** Texts of cells that do not fit their field's type, by field id. */
export type RawTexts = { readonly [fieldId: string]: string };

export interface BaseRecord {
  readonly id: string;
  readonly data: RecordData;
  readonly raw?: RawTexts;
  /** Place in the table's own order: a key given by the server, compared before the id. */
  readonly position: number;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const emptyViewConfig: ViewConfig = {
  sorts: [],
  fieldWidths: {},
  hiddenFieldIds: [],
  orderedFieldIds: [],
  filters: null,
  rowHeight: 'short',
  frozenCount: 1,
  groups: [],
  summaries: {},
  locked: false,
};
