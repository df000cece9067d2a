import type { BaseMetadata, Field, Table } from '@weft/core';
import { uniqueName } from '@weft/history';
import { AppError, deepEqual } from '@weft/std';
import type { ServiceLink, ServiceStructure, ServiceTable } from '../from-service/service-source.ts';
import type { MirrorActions } from './mirror-actions.ts';

type Named = { readonly id: string; readonly name: string };

/** The name that something gets beside others: its own, unless one of them has it. */
const nameBeside = (name: string, others: readonly Named[], id: string): string =>
  uniqueName(
    name,
    others.filter((other) => other.id !== id),
  );

/**
 * Makes the tables and fields of a database those of a service. What is there keeps its id, so that pages and rules that
 * name it hold on; what is gone there goes here.
 */
export class MirrorStructure {
  readonly #actions: MirrorActions;
  readonly #wanted: ServiceStructure;

  constructor(actions: MirrorActions, wanted: ServiceStructure) {
    this.#actions = actions;
    this.#wanted = wanted;
  }

  async write(): Promise<void> {
    await this.#removeGone();
    for (const one of this.#wanted.tables) await this.#table(one);
    for (const link of this.#wanted.links) await this.#link(link);
    for (const { tableId, field } of this.#wanted.lookups) {
      const there = await this.#field(tableId, field.id);
      if (there === undefined) await this.#actions.do('CREATE_FIELD', { tableId, field });
      else await this.#change(tableId, there, field);
    }
    for (const { table, fieldOrder } of this.#wanted.tables) {
      const { fields = [] } = (await this.#there(table.id)) ?? {};
      const ids = fieldOrder.filter((id) => fields.some((field) => field.id === id));
      if (ids.join() !== fields.map(({ id }) => id).join())
        await this.#actions.do('REORDER_FIELDS', { tableId: table.id, fieldIds: ids });
    }
  }

  async #removeGone(): Promise<void> {
    const wanted = new Map(this.#wanted.tables.map(({ table, fieldOrder }) => [table.id, fieldOrder]));
    for (const table of (await this.#metadata()).tables) {
      const fieldIds = wanted.get(table.id);
      if (fieldIds === undefined) {
        await this.#actions.do('DELETE_TABLE', { tableId: table.id });
        continue;
      }
      if (!fieldIds.includes(table.primaryFieldId)) throw cannotFollow(table.name);
      for (const { id } of table.fields) {
        // A link takes the field on its other side along.
        if (fieldIds.includes(id) || (await this.#field(table.id, id)) === undefined) continue;
        await this.#actions.do('DELETE_FIELD', { tableId: table.id, fieldId: id });
      }
    }
  }

  async #table({ table }: ServiceTable): Promise<void> {
    const there = await this.#there(table.id);
    if (there === undefined) {
      await this.#actions.do('CREATE_TABLE', { table, records: [], unique: true });
      return;
    }
    if (there.primaryFieldId !== table.primaryFieldId) throw cannotFollow(there.name);
    const name = nameBeside(table.name, (await this.#metadata()).tables, table.id);
    if (name !== there.name) await this.#actions.do('UPDATE_TABLE', { tableId: table.id, name });
    for (const field of table.fields) {
      const known = await this.#field(table.id, field.id);
      if (known !== undefined) await this.#change(table.id, known, field);
      else {
        const { fields = [] } = (await this.#there(table.id)) ?? {};
        const { id, type, template } = field;
        const named = { id, type, template, name: nameBeside(field.name, fields, id) };
        await this.#actions.do('CREATE_FIELD', { tableId: table.id, field: named });
      }
    }
  }

  /** Makes a field that is there what it is at the service. */
  async #change(
    tableId: string,
    there: Field,
    wanted: Named & { readonly type: Field['type']; readonly template: object },
  ): Promise<void> {
    const { id: fieldId, type } = wanted;
    if (type !== there.type) {
      const template = wanted.template;
      await this.#actions.convert({ tableId, fieldId, type, template });
    }
    const { fields = [] } = (await this.#there(tableId)) ?? {};
    const now = fields.find(({ id }) => id === fieldId) ?? there;
    const name = nameBeside(wanted.name, fields, fieldId);
    const template = deepEqual(now.template, wanted.template) ? undefined : wanted.template;
    if (name === now.name && template === undefined) return;
    await this.#actions.do('UPDATE_FIELD', { tableId, fieldId, name, ...(template && { template }) });
  }

  async #link({ tableId, toTableId, field, inverse, single, inverseSingle }: ServiceLink): Promise<void> {
    if ((await this.#field(tableId, field.id)) === undefined) {
      const { fields = [] } = (await this.#there(tableId)) ?? {};
      const template = { tableId: toTableId, inverseFieldId: inverse.id, allowMultiple: !single };
      const name = nameBeside(field.name, fields, field.id);
      await this.#actions.do('CREATE_FIELD', {
        ...{ tableId, field: { id: field.id, name, type: 'linked_record', template } },
      });
      if (inverseSingle) await this.#allow(toTableId, inverse.id, false);
    }
    for (const [ofTable, { id, name: wanted }] of [
      [tableId, field],
      [toTableId, inverse],
    ] as const) {
      const { fields = [] } = (await this.#there(ofTable)) ?? {};
      const name = nameBeside(wanted, fields, id);
      if (fields.find((one) => one.id === id)?.name !== name)
        await this.#actions.do('UPDATE_FIELD', { tableId: ofTable, fieldId: id, name });
    }
  }

  /** Lets cells of a field of links hold several, or one. A service that prefers one may have several. */
  async #allow(tableId: string, fieldId: string, allowMultiple: boolean): Promise<void> {
    const field = await this.#field(tableId, fieldId);
    if (field === undefined) return;
    const template = { ...field.template, allowMultiple };
    await this.#actions.do('UPDATE_FIELD', { tableId, fieldId, template });
  }

  async #metadata(): Promise<BaseMetadata> {
    return (await this.#actions.store.metadata()).metadata;
  }

  async #there(tableId: string): Promise<Table | undefined> {
    return (await this.#metadata()).tables.find(({ id }) => id === tableId);
  }

  async #field(tableId: string, fieldId: string): Promise<Field | undefined> {
    return (await this.#there(tableId))?.fields.find(({ id }) => id === fieldId);
  }
}

const cannotFollow = (table: string) =>
  new AppError(
    'conflict',
    `The table ‘${table}’ has another field first now, which names its records: connect the base again`,
  );
