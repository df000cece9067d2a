import type { App, AppUser } from '@weft/apps';
import { type BaseMetadata, type BaseRecord, type Field, isSelectField, type Table } from '@weft/core';
import type { BaseStore, RunScan } from '@weft/db';

type Present = NonNullable<AppUser>;

/** Letters of ASCII alone: others make another address. */
export const smallEmail = (text: string): string =>
  text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());

export interface UsersTable {
  readonly table: Table;
  readonly email: Field;
  readonly name: Field | null;
  readonly role: Field | null;
}

/** The table of people as it is now; null: the app has none, or it is gone. */
export function usersTable({ users }: App, { tables }: BaseMetadata): UsersTable | null {
  const table = tables.find(({ id }) => id === users?.tableId);
  const field = (id: string | undefined) => table?.fields.find((one) => one.id === id) ?? null;
  const email = field(users?.emailFieldId);
  if (table === undefined || email === null) return null;
  return { table, email, name: field(users?.nameFieldId), role: field(users?.roleFieldId) };
}

/** What a person may do more, by the labels of options and by what stands for them. */
function rolesOf(field: Field | null, value: BaseRecord['data'][string] | undefined): readonly string[] {
  if (field === null || value === null || value === undefined) return [];
  const held = [value].flat().map(String);
  if (!isSelectField(field)) return held.map((text) => text.trim()).filter(Boolean);
  const options = field.template.options.filter((option) => held.includes(option.value));
  return options.flatMap(({ value: id, label }) => [id, label]);
}

/** A record of the users table as the person that it is; null: it has no address. */
export function personOf({ email, name, role }: UsersTable, { id, data }: BaseRecord): Present | null {
  const address = data[email.id];
  if (typeof address !== 'string' || address.trim() === '') return null;
  const called = name === null ? null : data[name.id];
  return {
    ...{ recordId: id, email: smallEmail(address), values: data },
    name: typeof called === 'string' ? called : '',
    roles: rolesOf(role, role === null ? null : data[role.id]),
  };
}

/** The person of an address; null: there is none, or several, of whom nobody can tell which one it is. */
export async function personWith(
  store: BaseStore,
  users: UsersTable,
  address: string,
  at: { readonly now: string; readonly runScan: RunScan },
): Promise<Present | null> {
  const { records } = await store.list(
    {
      ...{ tableId: users.table.id, timeZone: 'UTC', now: at.now, limit: 2 },
      filter: {
        conjunction: 'and',
        items: [{ fieldId: users.email.id, operator: 'is_address', value: address }],
      },
    },
    at.runScan,
  );
  const found = records
    .flatMap((record) => personOf(users, record) ?? [])
    .filter(({ email }) => email === address);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The person of a session, as their record is now; null: it is gone, or somebody else's. */
export async function personIn(
  store: BaseStore,
  users: UsersTable,
  { email, recordId }: { readonly email: string; readonly recordId: string },
): Promise<Present | null> {
  const [record] = await store.get(users.table.id, [recordId]);
  const person = record === undefined ? null : personOf(users, record);
  return person?.email === email ? person : null;
}
