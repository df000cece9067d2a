import { type CellValue, convertValue, defaultTemplate, type FieldShape, type Table } from '@weft/core';
import type { BaseStore } from '@weft/db';
import { type Answers, type Question, questionType } from '@weft/forms';
import { type Action, type CellsByField, uniqueName } from '@weft/history';
import { AppError, type IdKind, must } from '@weft/std';
import { newField } from '../bases/methods/new-field.ts';
import { newTable } from '../bases/methods/new-table.ts';

/** Whose the actions are that a form makes in its base: nobody's, so that nobody's undo takes an answer away. */
export const formUser = 'form';

type NewId = (kind: IdKind) => string;

/** The ids of what every form's base has. They follow from the form's, so that making them twice makes them once. */
export function idsOf(flowId: string): {
  readonly tableId: string;
  readonly viewId: string;
  readonly submittedId: string;
} {
  const rest = flowId.slice(3);
  return { tableId: `tbl${rest}`, viewId: `viw${rest}`, submittedId: `fld${rest}` };
}

/** Answers are as long as their question's label, which a field's name takes. */
const nameFor = (label: string, others: readonly { readonly name: string }[]): string =>
  uniqueName(label.trim().replace(/\s+/g, ' ').slice(0, 240) || 'Question', others);

/** The base of one form, as publishing and answering need it. */
export class AnswerTable {
  readonly #store: BaseStore;
  readonly #newId: NewId;

  constructor(store: BaseStore, newId: NewId) {
    this.#store = store;
    this.#newId = newId;
  }

  /** The table with a field for each question; what is missing, or was deleted, is made or comes back. */
  async prepare(questions: readonly Question[]): Promise<Table> {
    let table = (await this.#find()) ?? (await this.#make());
    for (const question of questions) {
      if (table.fields.some(({ id }) => id === question.id)) continue;
      await this.#makeField(table, question);
      table = must(await this.#find(), 'the table of a form');
    }
    return table;
  }

  /** Gives the fields of renamed questions their new labels; a name somebody gave a field in the grid stays. */
  async rename(before: readonly Question[], after: readonly Question[]): Promise<void> {
    const labels = new Map(before.map(({ id, label }) => [id, label]));
    for (const { id, label } of after) {
      if ((labels.get(id) ?? label) === label) continue;
      const table = must(await this.#find(), 'the table of a form');
      const others = table.fields.filter((field) => field.id !== id);
      await this.#submit({
        type: 'UPDATE_FIELD',
        input: { tableId: table.id, fieldId: id, name: nameFor(label, others) },
      });
    }
  }

  /** The cells of an answer, as the fields are now: somebody may have given one another type. */
  static cells(
    table: Table,
    questions: readonly Question[],
    answers: Answers,
    submitted: { readonly fieldId: string; readonly at: string },
  ): CellsByField {
    const env = { timeZone: 'UTC', locale: 'en-US' };
    const cells: { [fieldId: string]: CellsByField[string] } = {};
    const write = (fieldId: string, kind: FieldShape['type'], value: CellValue) => {
      const field = table.fields.find(({ id }) => id === fieldId);
      if (field === undefined) return;
      const from = { type: kind, template: defaultTemplate(kind) } as FieldShape;
      cells[fieldId] = convertValue(from, { value }, field, env);
    };
    write(submitted.fieldId, 'datetime', submitted.at);
    for (const { id, type } of questions) {
      const value = answers.get(id);
      if (value !== undefined) write(id, questionType(type).field, value);
    }
    return cells;
  }

  async #find(): Promise<Table | undefined> {
    const { tableId } = idsOf(this.#store.baseId);
    return (await this.#store.metadata()).metadata.tables.find(({ id }) => id === tableId);
  }

  async #make(): Promise<Table> {
    const { tableId, viewId, submittedId } = idsOf(this.#store.baseId);
    const restored = await this.#submitUnless('not-found', { type: 'RESTORE_TABLE', input: { tableId } });
    if (!restored) {
      const submitted = { id: submittedId, name: 'Submitted', type: 'datetime' } as const;
      const fields = [newField(submitted, 0, 'fields.0', () => submittedId)];
      const table = newTable('Answers', fields, this.#newId, { id: tableId, viewId });
      // Somebody else may have made it in the same moment.
      await this.#submitUnless('conflict', { type: 'CREATE_TABLE', input: { table, records: [] } });
    }
    return must(await this.#find(), 'the table of a form');
  }

  async #makeField(table: Table, { id, type, label }: Question): Promise<void> {
    const restore = { type: 'RESTORE_FIELD', input: { tableId: table.id, fieldId: id } } as const;
    if (await this.#submitUnless('not-found', restore)) return;
    const name = nameFor(label, table.fields);
    const field = newField({ id, name, type: questionType(type).field }, 0, 'field', () => id);
    const action = { type: 'CREATE_FIELD', input: { tableId: table.id, field } } as const;
    await this.#submitUnless('conflict', action);
  }

  async #submit(action: Pick<Action, 'type' | 'input'>): Promise<void> {
    await this.#store.submit(formUser, { id: this.#newId('act'), ...action } as Action);
  }

  /** False: it was refused for this reason. */
  async #submitUnless(kind: AppError['kind'], action: Pick<Action, 'type' | 'input'>): Promise<boolean> {
    try {
      await this.#submit(action);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.kind === kind) return false;
      throw error;
    }
  }
}
