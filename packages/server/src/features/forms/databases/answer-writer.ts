import {
  addOptions,
  anyFieldType,
  type CellValue,
  convertValue,
  type Field,
  holdsFiles,
  isLinkField,
  isSelectField,
  type LinkField,
  splitLabels,
  type Table,
  takesManyOptions,
} from '@weft/core';
import { type Alongside, type BaseStore, type Integrations, noteWrittenAnswer, type RunScan } from '@weft/db';
import { type AnswerField, type DatabaseMapping, shownFileName, whyNotMapped } from '@weft/forms';
import type { Action, ActionInputs, CellsByField } from '@weft/history';
import { AppError } from '@weft/std';
import { derivedId, maxTries } from '../../../derived-id.ts';
import { copyFiles } from '../../../files/copy-files.ts';
import type { FileDeps } from '../../../files/deps.ts';
import { JobFault } from '../../../jobs/job-kind.ts';
import { isAttachments } from '../../bases/known-files.ts';
import { formUser } from '../answer-table.ts';
import { LinkedNames } from './linked-names.ts';

interface WriterDeps extends Pick<FileDeps, 'files' | 'fileStore' | 'newId'> {
  readonly store: BaseStore;
  readonly integrations: Integrations;
  readonly integrationId: string;
  /** Looks for records by their values when it is its turn. */
  readonly runScan: RunScan;
  /** In whose name files are copied. */
  readonly owner: { readonly organizationId: string; readonly userId: string };
}

/** An answer on its way into a table. */
export interface AnswerToWrite {
  /** What makes its record's id: told twice, it is one record. */
  readonly key: string;
  /** ISO 8601 UTC: of two answers that change one record, the later one stands. */
  readonly submittedAt: string;
  readonly flowId: string;
  readonly fields: readonly AnswerField[];
  readonly values: ReadonlyMap<string, CellValue>;
  /** Records that were picked, by the field that says what they are called. */
  readonly links: {
    readonly [fieldId: string]: {
      readonly base: string;
      readonly tableId: string;
      readonly recordId: string;
    };
  };
}

interface Target {
  readonly from: AnswerField;
  readonly to: Field;
  readonly value: NonNullable<CellValue>;
}

const env = { timeZone: 'UTC', locale: 'en-US' };

/** Whoever answers may write a text for a field that takes names: more of them than this are left out. */
const maxNames = 50;

const textOf = ({ from, value }: Target): string => anyFieldType(from.type).toText(value, from.template);

const isKind = (error: unknown, ...kinds: readonly AppError['kind'][]): boolean =>
  error instanceof AppError && kinds.includes(error.kind);

/** What became of an answer's record. */
interface Kept {
  readonly recordId: string;
  readonly said: string;
  /** `known`: this answer was written before, and people may have corrected it since; `outdated`: a later one was. */
  readonly state: 'written' | 'known' | 'outdated';
}

/** Rolls back the write of an answer whose record has it, or a later one, already. */
class AlreadyWritten extends Error {
  override readonly name = 'AlreadyWritten';
}

/** Writes answers to a form into a table of another base, each as one record, which it makes or finds by its key. */
export class AnswerWriter {
  readonly #deps: WriterDeps;
  readonly #mapping: DatabaseMapping;
  readonly #notes: string[] = [];

  constructor(deps: WriterDeps, mapping: DatabaseMapping) {
    this.#deps = deps;
    this.#mapping = mapping;
  }

  /** What was written, in a sentence or more. Throws JobFault, with nothing written, where the mapping does not hold. */
  async write(answer: AnswerToWrite): Promise<string> {
    const { table, tables } = await this.#tables();
    const targets = this.#targetsOf(answer, table);
    if (this.#mapping.createOptions) await this.#growOptions(table, targets);
    const current = this.#mapping.createOptions ? (await this.#tables()).table : table;
    const cells: { [fieldId: string]: CellsByField[string] } = {};
    for (const { from, to, value } of targets) {
      if (isLinkField(to) || isAttachments(value)) continue;
      const field = current.fields.find(({ id }) => id === to.id) ?? to;
      const cell = convertValue(from, { value }, field, env);
      cells[to.id] = cell;
      if (cell.raw !== undefined)
        this.#notes.push(`“${cell.raw.slice(0, 100)}” does not fit ${to.name} and is kept as text.`);
    }
    const copied = await this.#copyFiles(answer, targets, cells);
    let kept: Kept;
    try {
      kept = await this.#keep(answer, current, cells, copied?.alongside);
    } catch (error) {
      await copied?.release();
      throw error;
    }
    if (kept.state !== 'written') await copied?.release();
    for (const target of kept.state === 'outdated' ? [] : targets)
      if (isLinkField(target.to)) await this.#link({ ...target, to: target.to }, answer, kept, tables);
    return [`${kept.said}.`, ...this.#notes].join(' ');
  }

  async #tables(): Promise<{ readonly table: Table; readonly tables: readonly Table[] }> {
    const { tables } = (await this.#deps.store.metadata()).metadata;
    const table = tables.find(({ id }) => id === this.#mapping.tableId);
    if (table === undefined)
      throw new JobFault('The table that answers go into was deleted. Nothing was written', null);
    return { table, tables };
  }

  /** What was answered, with the fields it goes into. */
  #targetsOf({ fields, values }: AnswerToWrite, table: Table): readonly Target[] {
    const { nameMappings, keyFieldId } = this.#mapping;
    const targets = Object.entries(nameMappings).flatMap(([fromId, toId]): Target[] => {
      const from = fields.find(({ id }) => id === fromId);
      const value = values.get(fromId);
      if (from === undefined || value === undefined || value === null) return [];
      const to = table.fields.find(({ id }) => id === toId);
      if (to === undefined)
        throw new JobFault(
          `The field that “${from.name}” goes into was deleted: match it anew. Nothing was written`,
          null,
        );
      const why = whyNotMapped(from, to);
      if (why !== null) throw new JobFault(`${why}: match “${from.name}” anew. Nothing was written`, null);
      return [{ from, to, value }];
    });
    if (keyFieldId !== null && !table.fields.some(({ id }) => id === keyFieldId))
      throw new JobFault('The field by which records are found was deleted. Nothing was written', null);
    return targets;
  }

  async #submit<T extends Action['type']>(
    type: T,
    input: ActionInputs[T],
    alongside?: Alongside,
  ): Promise<void> {
    const { store, newId } = this.#deps;
    await store.submit(formUser, { id: newId('act'), type, input } as unknown as Action, alongside);
  }

  /** Makes choices options of select fields that lack them. */
  async #growOptions(table: Table, targets: readonly Target[]): Promise<void> {
    for (const target of targets) {
      const { to } = target;
      if (!isSelectField(to)) continue;
      const names = this.#namesOf(target, takesManyOptions(to.type));
      for (let tries = 1; ; tries++) {
        const field = (await this.#tables()).table.fields.find(({ id }) => id === to.id);
        if (field === undefined || !isSelectField(field)) break;
        const template = addOptions(field.template, names, () => this.#deps.newId('opt'));
        if (template.options.length === field.template.options.length) break;
        try {
          await this.#submit('UPDATE_FIELD', {
            ...{ tableId: table.id, fieldId: to.id, template, from: field.template },
          });
          break;
        } catch (error) {
          // Somebody else made the same option in this moment.
          if (!isKind(error, 'conflict', 'invalid') || tries === maxTries) throw error;
        }
      }
    }
  }

  /** Copies files into the base, and puts the copies into the cells. */
  async #copyFiles(
    { flowId }: AnswerToWrite,
    targets: readonly Target[],
    cells: { [fieldId: string]: CellsByField[string] },
  ): Promise<{ readonly alongside: Alongside; readonly release: () => Promise<void> } | null> {
    const { files, owner, store } = this.#deps;
    const held = targets.filter(({ to }) => holdsFiles(to.type));
    const items = held.flatMap(({ value }) => (isAttachments(value) ? value : []));
    if (items.length === 0) return null;
    const originals = await files.attachmentsOf(
      flowId,
      items.map(({ filename }) => filename),
    );
    const copied = await copyFiles(this.#deps, originals, owner);
    for (const { to, value } of held) {
      if (!isAttachments(value)) continue;
      const kept = value.flatMap((item) => {
        const id = copied.ids.get(item.filename);
        if (id === undefined)
          this.#notes.push(`The file ${shownFileName(item.originalName)} was deleted before.`);
        return id === undefined ? [] : [{ ...item, filename: id, url: '' }];
      });
      cells[to.id] = { value: kept.length === 0 ? null : kept };
    }
    return { alongside: (tx) => copied.belong(tx, store.baseId), release: copied.release };
  }

  /** Makes the record of the answer, or changes the one there is. */
  async #keep(
    answer: AnswerToWrite,
    table: Table,
    cells: CellsByField,
    alongside: Alongside | undefined,
  ): Promise<Kept> {
    const { store, integrations, integrationId } = this.#deps;
    const { keyFieldId } = this.#mapping;
    const key = keyFieldId === null ? null : (cells[keyFieldId]?.value ?? null);
    const { key: answerKey, submittedAt } = answer;
    const noting =
      (recordId: string): Alongside =>
      async (tx) => {
        const isNewest = await noteWrittenAnswer(tx, { integrationId, recordId, submittedAt, answerKey });
        if (!isNewest) throw new AlreadyWritten('A record has this answer, or a later one');
        await alongside?.(tx);
      };
    const known = (recordId: string): Kept => ({
      ...{ recordId, state: 'known', said: `${table.name} has the record of this answer already` },
    });
    const change = async (recordId: string): Promise<Kept> => {
      if (key === null) return known(recordId);
      try {
        await this.#submit('UPDATE_RECORD_CELL', { tableId: table.id, recordId, cells }, noting(recordId));
      } catch (error) {
        if (!(error instanceof AlreadyWritten)) throw error;
        if ((await integrations.answerIn(integrationId, recordId)) === answerKey) return known(recordId);
        const said = `A later answer changed this record of ${table.name}, which was left as it is`;
        return { recordId, state: 'outdated', said };
      }
      return { recordId, state: 'written', said: `Changed a record of ${table.name}` };
    };
    for (let tries = 1; ; tries++) {
      const found = key === null ? null : await this.#recordWith(table, keyFieldId ?? '', key);
      if (found !== null) return change(found);
      // Deleted records keep their ids: where the key's are all taken, the answer's own id is left.
      const ofKey = key !== null && tries <= maxTries;
      const recordId = ofKey
        ? derivedId('rec', store.baseId, table.id, String(key), String(tries))
        : derivedId('rec', answer.key);
      // An answer that changes no other's record is there only if it was written before, which making it anew tells.
      if (key !== null && (await store.get(table.id, [recordId])).length > 0) return change(recordId);
      try {
        await this.#submit(
          'CREATE_RECORD',
          { tableId: table.id, records: [{ id: recordId, cells }] },
          key === null ? alongside : noting(recordId),
        );
        return { recordId, state: 'written', said: `Added a record to ${table.name}` };
      } catch (error) {
        if (!isKind(error, 'conflict')) throw error;
        if ((await store.get(table.id, [recordId])).length > 0) return change(recordId);
        if (!ofKey)
          throw new JobFault(
            `The record of this answer was deleted from ${table.name}: restore it there. Nothing was written`,
            null,
          );
      }
    }
  }

  async #recordWith(table: Table, fieldId: string, key: NonNullable<CellValue>): Promise<string | null> {
    const [found] = await this.#deps.store.findByValue(table.id, fieldId, [key], this.#deps.runScan);
    if ((found?.count ?? 0) > 1)
      throw new JobFault(
        `${found?.count} records of ${table.name} have the value by which one was to be found. Nothing was written`,
        null,
      );
    return found?.recordId ?? null;
  }

  /** The names that an answer has for a field that takes several, or one. */
  #namesOf(target: Target, several: boolean): readonly string[] {
    const text = textOf(target).trim();
    if (text === '') return [];
    if (!several) return [text];
    const names = [...new Set(splitLabels(text))];
    const { from, to } = target;
    // What a question offers is the author's, who may offer more.
    const most = Math.max(maxNames, 'options' in from.template ? from.template.options.length : 0);
    if (names.length > most)
      this.#notes.push(`${names.length - most} of ${names.length} names for ${to.name} are left out.`);
    return names.slice(0, most);
  }

  /** Links the record to those that the answer names. */
  async #link(
    target: Target & { readonly to: LinkField },
    { key: answerKey, links }: AnswerToWrite,
    { recordId, state }: Kept,
    tables: readonly Table[],
  ): Promise<void> {
    const { to } = target;
    const linked = tables.find(({ id }) => id === to.template.tableId);
    const primary = linked?.fields.find(({ id }) => id === linked.primaryFieldId);
    if (linked === undefined || primary === undefined) return;
    const { store, runScan } = this.#deps;
    const named = new LinkedNames(
      {
        ...{ store, runScan, createRecord: (input) => this.#submit('CREATE_RECORD', input) },
        note: (sentence) => this.#notes.push(sentence),
      },
      linked,
      primary,
      answerKey,
    );
    const { tableId } = this.#mapping;
    const [record] = await store.get(tableId, [recordId]);
    const oldIds = (record?.data[to.id] ?? []) as readonly string[];
    if (record === undefined || (state === 'known' && oldIds.length > 0)) return;
    const names = this.#namesOf(target, to.template.allowMultiple);
    const picked = links[target.from.id];
    const isOfTable = picked?.base === store.baseId && picked.tableId === linked.id;
    const isThere = isOfTable && (await store.get(linked.id, [picked.recordId])).length > 0;
    const newIds = isThere ? [picked.recordId] : await named.recordsCalled(names, this.#mapping.createLinks);
    if (newIds.length > 0 && newIds.join() !== oldIds.join())
      await this.#submit('UPDATE_LINKS', { tableId, recordId, fieldId: to.id, newIds, oldIds });
  }
}
