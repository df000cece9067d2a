import { addOptions, type BaseRecord, type SelectTemplate, type Table } from '@weft/core';
import { answerIdsOf } from '@weft/forms';
import { AppError } from '@weft/std';
import { rpc } from '../../../rpc.ts';
import { newId, newOptionValue } from '../../../session/new-id.ts';
import { pasteParts } from '../../base/edits/paste-parts.ts';
import type { BaseSession } from '../../base/open/base-session.ts';

/** Milliseconds until fields that the server has made are here. */
const longestWait = 10_000;

/** Answers whose tags are read one by one where the grid has not loaded them. */
const maxRead = 200;

/** Stars and tags of answers: cells of two fields that are made when the first answer is marked. */
export class Marks {
  readonly #session: BaseSession;
  readonly #flowId: string;
  readonly #ids: ReturnType<typeof answerIdsOf>;
  readonly #tableId: string;
  readonly #viewId: string;

  constructor(session: BaseSession, flowId: string, tableId: string, viewId: string) {
    this.#session = session;
    this.#flowId = flowId;
    this.#ids = answerIdsOf(flowId);
    this.#tableId = tableId;
    this.#viewId = viewId;
  }

  isStarred(recordId: string): boolean {
    return this.#cell(recordId, this.#ids.starredId) === true;
  }

  tagsOf(recordId: string): readonly string[] {
    const tags = this.#cell(recordId, this.#ids.tagsId);
    return Array.isArray(tags) ? (tags as readonly string[]) : [];
  }

  /** Stars answers; where all of them are starred, takes the stars away. */
  async star(recordIds: readonly string[]): Promise<void> {
    const value = !recordIds.every((id) => this.isStarred(id));
    await this.#prepare();
    this.#write(
      this.#ids.starredId,
      recordIds.map((id) => [id, value]),
    );
  }

  /** Gives answers a tag, or takes it away. */
  async tag(recordIds: readonly string[], value: string, on: boolean): Promise<void> {
    await this.#load(recordIds);
    this.#write(this.#ids.tagsId, this.#tagged(recordIds, value, on));
  }

  /** Gives answers a tag of this name, made where there is none. */
  async addTag(recordIds: readonly string[], label: string): Promise<void> {
    await this.#prepare();
    await this.#load(recordIds);
    const field = this.#table()?.fields.find(({ id }) => id === this.#ids.tagsId);
    if (field === undefined || !('options' in field.template)) return;
    const from = field.template as SelectTemplate;
    const template = addOptions(from, [label], newOptionValue);
    const option = template.options.find((each) => each.label === label);
    if (option === undefined) return;
    const groupId = newId('grp');
    const of = { tableId: this.#tableId, fieldId: field.id };
    if (template !== from && !this.#session.act('UPDATE_FIELD', { ...of, from, template }, groupId)) return;
    this.#write(field.id, this.#tagged(recordIds, option.value, true), groupId);
  }

  #tagged(recordIds: readonly string[], value: string, on: boolean) {
    return recordIds.flatMap((id) => {
      const held = this.tagsOf(id);
      if (held.includes(value) === on) return [];
      const tags = on ? [...held, value] : held.filter((each) => each !== value);
      return [[id, tags.length === 0 ? null : tags] as const];
    });
  }

  #write(
    fieldId: string,
    cells: readonly (readonly [recordId: string, value: BaseRecord['data'][string]])[],
    groupId = newId('grp'),
  ): void {
    const records = cells.map(([id, value]) => ({ id, cells: { [fieldId]: { value } } }));
    for (const part of pasteParts(records, []))
      if (!this.#session.act('BULK_PASTE_CELLS', { tableId: this.#tableId, ...part }, groupId)) return;
  }

  #table(): Table | undefined {
    return this.#session.table(this.#tableId);
  }

  #cell(recordId: string, fieldId: string): BaseRecord['data'][string] | undefined {
    return this.#session.client.rows(this.#tableId, this.#viewId).store.get(recordId)?.data[fieldId];
  }

  /** What answers hold must be known before a tag is added to it. */
  async #load(recordIds: readonly string[]): Promise<void> {
    const { client } = this.#session;
    const { store } = client.rows(this.#tableId, this.#viewId);
    const missing = recordIds.filter((id) => store.get(id) === undefined);
    if (missing.length > maxRead)
      throw new AppError('limit', `Tag at most ${maxRead} answers at once that are not on the screen`);
    for (const id of missing) await client.loadRecord(this.#tableId, this.#viewId, id);
  }

  /** Has the fields made, and resolves once they are here. */
  async #prepare(): Promise<void> {
    const isThere = () => {
      const ids = new Set(this.#table()?.fields.map(({ id }) => id));
      return ids.has(this.#ids.starredId) && ids.has(this.#ids.tagsId);
    };
    if (isThere()) return;
    await rpc.call('forms.prepareMarks', { flowId: this.#flowId });
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        stop();
        reject(new AppError('unavailable', 'The answers could not be marked now: try again'));
      }, longestWait);
      const look = () => {
        if (!isThere()) return;
        clearTimeout(timer);
        stop();
        resolve();
      };
      const stop = this.#session.subscribe(look);
      look();
    });
  }
}
