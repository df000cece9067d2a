import type { AppUser } from '@weft/apps';
import { type CellValue, formUser, takesManyOptions } from '@weft/core';
import type { BaseStore } from '@weft/db';
import type { Action } from '@weft/history';
import { OneAtATime } from '@weft/std';
import type { AppPagesDeps } from '../deps.ts';
import type { OpenApp } from '../open-app.ts';
import { personWith, type UsersTable } from './app-person.ts';

/** Sign-ups to each base, one after another. */
const signUps = new WeakMap<BaseStore, OneAtATime>();

/** Writes a person into the users table, once: whoever signs up twice in one moment is one person. */
export async function newPerson(
  { newId, mirrors }: Pick<AppPagesDeps, 'newId' | 'mirrors'>,
  { store, mirror }: Pick<NonNullable<OpenApp['source']>, 'store' | 'mirror'>,
  { table, email: field, name: nameField, role: roleField }: UsersTable,
  email: string,
  at: Parameters<typeof personWith>[3],
  more: { readonly name?: string; readonly role?: string } = {},
): Promise<NonNullable<AppUser> | null> {
  const users = { table, email: field, name: nameField, role: roleField };
  const cells: { readonly [fieldId: string]: { readonly value: CellValue } } = {
    [field.id]: { value: email },
    ...(nameField !== null && more.name && { [nameField.id]: { value: more.name } }),
    ...(roleField !== null &&
      more.role && {
        [roleField.id]: { value: takesManyOptions(roleField.type) ? [more.role] : more.role },
      }),
  };
  const input = { tableId: table.id, records: [{ id: newId('rec'), cells }] };
  // Whoever comes second finds the first.
  const turns = signUps.get(store) ?? new OneAtATime();
  signUps.set(store, turns);
  await turns.run(async () => {
    if ((await personWith(store, users, email, at)) !== null) return;
    if (mirror !== null) {
      const values = Object.entries(cells).map(([fieldId, { value }]) => [fieldId, value] as const);
      await mirrors.create(mirror, formUser, table.id, new Map(values));
      return;
    }
    const action = { id: newId('act'), type: 'CREATE_RECORD', input } as unknown as Action;
    await store.submit(formUser, action);
  });
  return personWith(store, users, email, at);
}
