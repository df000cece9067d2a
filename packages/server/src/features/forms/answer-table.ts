import {
  anyFieldType,
  type CellValue,
  convertValue,
  defaultTemplate,
  type FieldShape,
  formUser,
  type Table,
} from '@weft/core';
import type { BaseStore } from '@weft/db';
import { type AnswerField, type Answers, answerIdsOf as idsOf } from '@weft/forms';
import { type Action, type CellsByField, uniqueName } from '@weft/history';
import { AppError, deepEqual, type IdKind, must } from '@weft/std';
import { newField } from '../bases/methods/new-field.ts';
import { newTable } from '../bases/methods/new-table.ts';

export { formUser, idsOf };

type NewId = (kind: IdKind) => string;

/** Answers are as long as their question's label, which a field's name takes. */
const nameFor = (label: string, others: readonly { readonly name: string }[]): string =>
  uniqueName(label.trim().replace(/\s+/g, ' ').slice(0, 240) || 'Question', others);

/** What settings are changed from, and into what. */
interface Change {
  readonly from: object;
  readonly template: object;
}

/**
 * How the settings of a field follow its question: from those of the version before, into those of this one and the
 * options of choices that the form no longer has, for answers hold them. A choice that comes back gets its name again;
 * one that is gone gives its name up to a new one, and is numbered.
 */
function followQuestion(now: FieldShape, was: FieldShape, { template }: FieldShape): Change {
  if (!('options' in now.template && 'options' in was.template && 'options' in template))
    return { from: was.template, template };
  const known = new Set(was.template.options.map(({ value }) => value));
  const from = [...was.template.options, ...now.template.options.filter(({ value }) => !known.has(value))];
  const asked = new Set(template.options.map(({ value }) => value));
  const taken = new Set(template.options.map(({ label }) => label));
  const former = from
    .filter(({ value }) => !asked.has(value))
    .map((option) => {
      let { label } = option;
      for (let number = 2; taken.has(label); number++) label = `${option.label} (${number})`;
      taken.add(label);
      return { ...option, label };
    });
  return {
    from: { ...was.template, options: from },
    template: { ...template, options: [...template.options, ...former] },
  };
}

/** A field of a kind with the settings it begins with. */
const newShape = (type: 'datetime' | 'checkbox' | 'multiple_select') =>
  ({ type, template: defaultTemplate(type) }) as FieldShape;

/** The fields that answers are marked by: they are made when somebody marks the first. */
function markFields(flowId: string): readonly AnswerField[] {
  const { starredId, tagsId } = idsOf(flowId);
  return [
    { id: starredId, name: 'Starred', ...newShape('checkbox') },
    { id: tagsId, name: 'Tags', ...newShape('multiple_select') },
  ];
}

const datetime = newShape('datetime');

/** False: it was refused for this reason. */
async function unless(kind: AppError['kind'], done: Promise<void>): Promise<boolean> {
  try {
    await done;
    return true;
  } catch (error) {
    if (error instanceof AppError && error.kind === kind) return false;
    throw error;
  }
}

/** What was done to a field of the table. */
interface DoneToField {
  readonly actionId: string;
  readonly fieldId: string;
  readonly type: 'made' | 'changed' | 'dropped';
}

/** The base of one form, as publishing and answering need it. */
export class AnswerTable {
  readonly #store: BaseStore;
  readonly #newId: NewId;
  readonly #groupId: string;
  readonly #done: DoneToField[] = [];

  constructor(store: BaseStore, newId: NewId) {
    this.#store = store;
    this.#newId = newId;
    this.#groupId = newId('grp');
  }

  /** The table with these fields; what is missing, or was deleted, is made or comes back. */
  async prepare(fields: readonly AnswerField[]): Promise<Table> {
    const table = (await this.#find()) ?? (await this.#make());
    const missing = fields.filter(({ id }) => !table.fields.some((field) => field.id === id));
    if (missing.length === 0) return table;
    const named: { readonly name: string }[] = [...table.fields];
    // Sent together they share a transaction, where one by one each would take its own.
    const made = await Promise.allSettled(
      missing.map((field) => {
        const name = nameFor(field.name, named);
        named.push({ name });
        return this.#makeField(table.id, { ...field, name });
      }),
    );
    for (const each of made) if (each.status === 'rejected') throw each.reason;
    return must(await this.#find(), 'the table of a form');
  }

  /** Takes fields out of the table; they come back with what they hold when they are asked for again. */
  async drop(tableId: string, fieldIds: readonly string[]): Promise<void> {
    for (const fieldId of fieldIds)
      await unless(
        'not-found',
        this.#changeField(fieldId, 'dropped', { type: 'DELETE_FIELD', input: { tableId, fieldId } }),
      );
  }

  /** Undoes what was done to fields here, but for what is needed all the same. */
  async takeBack(isNeeded: (done: DoneToField) => boolean): Promise<void> {
    const undone = this.#done.filter((done) => !isNeeded(done)).map(({ actionId }) => actionId);
    if (undone.length > 0) await this.#store.takeBack(formUser, this.#groupId, { actionIds: undone });
  }

  /** Makes the fields that answers are marked by, behind the one that says when an answer was sent. */
  async prepareMarks(): Promise<void> {
    const marks = markFields(this.#store.baseId);
    const ids = marks.map(({ id }) => id);
    const known = await this.#find();
    if (known !== undefined && ids.every((id) => known.fields.some((field) => field.id === id))) return;
    const { id: tableId, fields } = await this.prepare(marks);
    const [first = '', ...others] = fields.map(({ id }) => id).filter((id) => !ids.includes(id));
    await this.#submit({
      type: 'REORDER_FIELDS',
      input: { tableId, fieldIds: [first, ...ids, ...others] },
    });
  }

  /**
   * Gives fields the names and settings that changed in the form; what somebody changed in the grid stays. Options of
   * choices that are gone stay too, for answers hold them.
   */
  async update(before: readonly AnswerField[], after: readonly AnswerField[]): Promise<void> {
    const former = new Map(before.map((field) => [field.id, field]));
    for (const field of after) {
      const was = former.get(field.id);
      if (was !== undefined && deepEqual(was, field)) continue;
      const table = must(await this.#find(), 'the table of a form');
      const now = table.fields.find(({ id }) => id === field.id);
      // A question that comes back is followed from what became of its field meanwhile, whose name stays.
      const since = was ?? now;
      const follows = now !== undefined && now.type === field.type && since?.type === field.type;
      const others = table.fields.filter(({ id }) => id !== field.id);
      const change = {
        ...(was !== undefined && was.name !== field.name && { name: nameFor(field.name, others) }),
        ...(follows && followQuestion(now, since, field)),
      };
      if (was === undefined && 'from' in change && deepEqual(change.from, change.template)) continue;
      await this.#changeField(field.id, 'changed', {
        type: 'UPDATE_FIELD',
        input: { tableId: table.id, fieldId: field.id, ...change },
      });
    }
  }

  /** The cells of an answer, as the fields are now: somebody may have given one another type. */
  static cells(
    table: Table,
    fields: readonly AnswerField[],
    answers: Answers,
    submitted: { readonly fieldId: string; readonly at: string },
  ): CellsByField {
    const env = { timeZone: 'UTC', locale: 'en-US' };
    const cells: { [fieldId: string]: CellsByField[string] } = {};
    const write = (fieldId: string, from: FieldShape, value: CellValue) => {
      const field = table.fields.find(({ id }) => id === fieldId);
      if (field === undefined) return;
      // A choice is told by its id: its option may have another name by now.
      const fits = field.type === from.type && anyFieldType(field.type).validate(value, field.template).ok;
      cells[fieldId] = fits ? { value } : convertValue(from, { value }, field, env);
    };
    write(submitted.fieldId, datetime, submitted.at);
    for (const field of fields) {
      const value = answers.get(field.id);
      if (value !== undefined) write(field.id, field, value);
    }
    return cells;
  }

  async #find(): Promise<Table | undefined> {
    const { tableId } = idsOf(this.#store.baseId);
    return (await this.#store.metadata()).metadata.tables.find(({ id }) => id === tableId);
  }

  async #make(): Promise<Table> {
    const { tableId, viewId, submittedId } = idsOf(this.#store.baseId);
    const restored = await unless('not-found', this.#submit({ type: 'RESTORE_TABLE', input: { tableId } }));
    if (!restored) {
      const submitted = { id: submittedId, name: 'Submitted', type: 'datetime' } as const;
      const fields = [newField(submitted, 0, 'fields.0', () => submittedId)];
      const made = newTable('Answers', fields, this.#newId, { id: tableId, viewId });
      const sorts = [{ fieldId: submittedId, direction: 'desc' as const }];
      const views = made.views.map((view) => ({ ...view, config: { ...view.config, sorts } }));
      const table = { ...made, views };
      // Somebody else may have made it in the same moment.
      await unless('conflict', this.#submit({ type: 'CREATE_TABLE', input: { table, records: [] } }));
    }
    return must(await this.#find(), 'the table of a form');
  }

  async #makeField(tableId: string, { id, name, type, template }: AnswerField): Promise<void> {
    const field = newField({ id, name, type, template: { ...template } }, 0, 'field', () => id);
    const create = { type: 'CREATE_FIELD', input: { tableId, field } } as const;
    if (await unless('conflict', this.#changeField(id, 'made', create))) return;
    // It was deleted, or somebody else has made it in the same moment.
    const restore = { type: 'RESTORE_FIELD', input: { tableId, fieldId: id } } as const;
    await unless('not-found', this.#changeField(id, 'made', restore));
  }

  /** Does something to a field, in a way that can be taken back. */
  async #changeField(
    fieldId: string,
    type: DoneToField['type'],
    action: Pick<Action, 'type' | 'input'>,
  ): Promise<void> {
    const actionId = this.#newId('act');
    const sent = { id: actionId, groupId: this.#groupId, ...action } as Action;
    await this.#store.submit(formUser, sent);
    this.#done.push({ actionId, fieldId, type });
  }

  async #submit(action: Pick<Action, 'type' | 'input'>): Promise<void> {
    await this.#store.submit(formUser, { id: this.#newId('act'), ...action } as Action);
  }
}
