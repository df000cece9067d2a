/** A filter of a view or a call; any depth (contract, section 4). */
export interface Filter {
  readonly conjunction: 'and' | 'or';
  readonly items: readonly (Filter | Condition)[];
}

export interface Condition {
  /** A field's id, or '$id', '$createdAt', '$updatedAt'. */
  readonly fieldId: string;
  readonly operator: string;
  readonly value?: unknown;
}

export interface SortKey {
  readonly fieldId: string;
  readonly direction: 'asc' | 'desc';
}

/** Empty values last in both directions; ties in the table's own order. */
export type Sort = readonly SortKey[];

export const isCondition = (item: Filter | Condition): item is Condition => 'fieldId' in item;
