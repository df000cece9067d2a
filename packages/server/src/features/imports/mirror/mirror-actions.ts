import type { FieldKind } from '@weft/core';
import type { BaseStore } from '@weft/db';
import type { Action, ActionInputs } from '@weft/history';
import type { IdKind } from '@weft/std';

/** What changes a database that shows a service, in the name of somebody. */
export class MirrorActions {
  readonly store: BaseStore;
  readonly #userId: string;
  readonly #newId: (kind: IdKind) => string;
  readonly #groupId: string;

  constructor(store: BaseStore, userId: string, newId: (kind: IdKind) => string) {
    this.store = store;
    this.#userId = userId;
    this.#newId = newId;
    this.#groupId = newId('grp');
  }

  async do<T extends Action['type']>(type: T, input: ActionInputs[T]): Promise<void> {
    const action = { id: this.#newId('act'), groupId: this.#groupId, type, input };
    await this.store.submit(this.#userId, action as unknown as Action);
  }

  /** The cells are read anew afterwards: what they become meanwhile is of no account. */
  convert(field: {
    readonly tableId: string;
    readonly fieldId: string;
    readonly type: FieldKind;
    readonly template: object;
  }): Promise<void> {
    const shadowId = this.#newId('fld');
    return this.do('CONVERT_FIELD_TYPE', { ...field, shadowId, timeZone: 'UTC', locale: 'en' });
  }
}
