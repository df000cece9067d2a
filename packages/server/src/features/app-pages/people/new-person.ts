import type { AppUser } from '@weft/apps';
import { formUser, takesManyOptions } from '@weft/core';
import type { BaseStore } from '@weft/db';
import type { Action } from '@weft/history';
import { type IdKind, OneAtATime } from '@weft/std';
import { personWith, type UsersTable } from './app-person.ts';

/** Sign-ups to each base, one after another. */
const signUps = new WeakMap<BaseStore, OneAtATime>();

/** Writes a person into the users table, once: whoever signs up twice in one moment is one person. */
export async function newPerson(
  { newId }: { readonly newId: (kind: IdKind) => string },
  store: BaseStore,
  { table, email: field, name: nameField, role: roleField }: UsersTable,
  email: string,
  at: Parameters<typeof personWith>[3],
  more: { readonly name?: string; readonly role?: string } = {},
): Promise<NonNullable<AppUser> | null> {
  const users = { table, email: field, name: nameField, role: roleField };
  const cells = {
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
    const action = { id: newId('act'), type: 'CREATE_RECORD', input } as unknown as Action;
    await store.submit(formUser, action);
  });
  return personWith(store, users, email, at);
}
