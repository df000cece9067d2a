import { isSelectKind, whyNotPrimary } from '@weft/core';
import type { AnswerField, DatabaseMapping } from '@weft/forms';
import { AppError } from '@weft/std';
import { api } from '../../../api.ts';
import { rpc } from '../../../rpc.ts';
import { newId } from '../../../session/new-id.ts';

/** A new database with a table that has a field for each question; what goes where. A half-made one is taken away. */
export async function createAnswerBase(
  name: string,
  fields: readonly AnswerField[],
): Promise<Pick<DatabaseMapping, 'basePublicIdentifier' | 'tableId' | 'nameMappings' | 'keyFieldId'>> {
  const { basePublicIdentifier } = await api.createBase(name, null).catch((cause: unknown) => {
    throw new AppError('unavailable', 'Failed to create base flow', undefined, { cause });
  });
  const made = fields.map((field) => ({ from: field, id: newId('fld') }));
  const first = made.find(({ from }) => whyNotPrimary(from.type) === null && !isSelectKind(from.type));
  const taken = new Map<string, number>();
  const nameOf = (wanted: string): string => {
    const text = wanted.trim().slice(0, 240) || 'Question';
    const number = (taken.get(text.toLowerCase()) ?? 0) + 1;
    taken.set(text.toLowerCase(), number);
    return number === 1 ? text : `${text} (${number})`;
  };
  try {
    const { table } = await rpc.call('tables.create', {
      basePublicId: basePublicIdentifier,
      name: 'Answers',
      fields: made.map(({ from, id }) => ({
        ...{ id, name: nameOf(from.name), type: from.type },
        ...(from.template !== null && { template: { ...from.template } as { [key: string]: unknown } }),
      })),
      ...(first !== undefined && { primaryFieldId: first.id }),
    });
    return {
      ...{ basePublicIdentifier, tableId: table.id, keyFieldId: null },
      nameMappings: Object.fromEntries(made.map(({ from, id }) => [from.id, id])),
    };
  } catch (cause) {
    await api.trashFlows([basePublicIdentifier], 'trash').catch(() => undefined);
    throw new AppError('unavailable', 'Failed to create base metadata', undefined, { cause });
  }
}
