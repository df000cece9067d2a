import { type FieldEnv, groupKeys } from '@weft/core';
import type { GridContext } from '../grid-source.ts';
import { layoutColumns } from '../model/columns.ts';
import type { RowLook } from './row-slot.ts';

export interface LookOptions {
  readonly viewport: number;
  readonly rowCount: number;
  readonly resizing: { readonly fieldId: string; readonly width: number } | undefined;
  readonly tall: boolean;
  readonly canEdit: boolean;
}

/** Memoizes the look, columns included: while it is the same object, the rows' elements are reused. */
export class LookKeeper {
  #look: RowLook | null = null;
  #basis: readonly unknown[] = [];

  look(context: GridContext, env: FieldEnv, options: LookOptions): RowLook {
    const { table, view } = context;
    const { resizing, tall, canEdit } = options;
    const columns = layoutColumns(table, view, options);
    const basis = [
      table,
      view,
      columns.check,
      columns.held,
      columns.frozen,
      resizing,
      tall,
      canEdit,
      env.timeZone,
      env.locale,
      env.formatPhone,
      env.linked,
      env.shownField,
    ];
    if (this.#look !== null && basis.every((each, index) => each === this.#basis[index])) return this.#look;
    this.#basis = basis;
    const by = groupKeys(view.config, table).flatMap(
      ({ fieldId }) => table.fields.find(({ id }) => id === fieldId) ?? [],
    );
    this.#look = { columns, env, tall, canEdit, groups: { by, summaries: view.config.summaries } };
    return this.#look;
  }
}
