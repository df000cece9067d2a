import {
  type BaseRecord,
  compileFilter,
  type Field,
  type FieldEnv,
  type Filter,
  isLinkField,
  onlyServerKnows,
  type RecordData,
  type Table,
} from '@weft/core';
import type { App } from './app-document.ts';
import type { AppRule, RuleAction } from './app-rule.ts';
import { type AppUser, isAmong } from './app-user.ts';
import type { Binding, BindingContext } from './bindings.ts';
import { bindingsIn, boundFilter, fieldsAskedBy, isSaying, nothing, safeFilter } from './conditions.ts';
import { isWritten } from './field-uses.ts';

/** Who looks, and how values are read for them. */
export interface Visitor {
  readonly user: AppUser;
  readonly env: FieldEnv;
  /** `YYYY-MM-DD`, where the person is. */
  readonly today: string;
}

/** What one rule allows one person to do with rows of one table. */
export interface Grant {
  readonly ruleId: string;
  /** The rows; null: all. */
  readonly filter: Filter | null;
  readonly fields: ReadonlySet<string>;
  readonly writable: ReadonlySet<string>;
  readonly presets: { readonly [fieldId: string]: Binding };
}

const contextOf = ({ user, today }: Visitor): BindingContext => ({
  ...{ user, today },
  record: null,
  parameter: () => null,
});

/** The rows of a rule for one person, as they come to of what the table is now; `nothing` where they come to none. */
function rowsOfRule(rule: AppRule, app: App, table: Table, visitor: Visitor): Filter | null {
  const { rows } = rule;
  const { user } = visitor;
  const fieldOf = (id: string) => table.fields.find((field) => field.id === id);
  const one = (fieldId: string, operator: string, value: unknown): Filter =>
    safeFilter({ conjunction: 'and', items: [{ fieldId, operator, value }] }, table, visitor.env);
  if (rows.kind === 'all') return null;
  if (rows.kind === 'when') {
    if (!isSaying(rows.filter)) return nothing;
    return safeFilter(boundFilter(rows.filter, contextOf(visitor)), table, visitor.env);
  }
  const field = fieldOf(rows.field);
  if (user === null || app.users === null || field === undefined) return nothing;
  if (rows.kind === 'own') {
    if (!isLinkField(field)) return user.email === '' ? nothing : one(field.id, 'is_address', user.email);
    return field.template.tableId === app.users.tableId
      ? one(field.id, 'has_any_of', [user.recordId])
      : nothing;
  }
  const links = Object.hasOwn(user.values, rows.via) ? user.values[rows.via] : null;
  const isList = Array.isArray(links) && links.length > 0 && links.every((id) => typeof id === 'string');
  return isLinkField(field) && isList ? one(field.id, 'has_any_of', links) : nothing;
}

/** Fields that nobody who uses the app writes: who somebody is, and what they may do (SPEC R8). */
const neverWritten = ({ users }: App, tableId: string): ReadonlySet<string> =>
  new Set(
    users?.tableId === tableId
      ? [users.emailFieldId, users.roleFieldId].filter((id) => id !== undefined)
      : [],
  );

/** The fields of a person's record that a value is taken of. */
function fieldsOfPerson(bound: Binding): readonly string[] {
  if (bound.from === 'formula') return [...fieldsOfPerson(bound.left), ...fieldsOfPerson(bound.right)];
  return bound.from === 'user' ? [bound.field] : [];
}

/** What rules read of whoever uses the app: who writes it decides what they see. */
const readOfPeople = ({ rules }: App): ReadonlySet<string> =>
  new Set(
    rules.flatMap(({ rows, presets }) => [
      ...(rows.kind === 'linked' ? [rows.via] : []),
      ...(rows.kind === 'when' ? bindingsIn(rows.filter).flatMap(fieldsOfPerson) : []),
      ...Object.values(presets).flatMap(fieldsOfPerson),
    ]),
  );

/** Whether a rule is for people of some roles, whom all rows are entrusted to. */
const isOfStaff = ({ who, rows }: AppRule): boolean => typeof who === 'object' && rows.kind === 'all';

/** Whether what rules read of people is changed by writing a field: it is that, or the other side of its links. */
function decidesWhatIsSeen({ users }: App, table: Table, field: Field, read: ReadonlySet<string>): boolean {
  if (table.id === users?.tableId && read.has(field.id)) return true;
  const inverse = isLinkField(field) && field.template.tableId === users?.tableId;
  return inverse && read.has(field.template.inverseFieldId ?? '');
}

/**
 * Whether somebody may read everybody who uses the app: nobody else is told who made a record (SPEC R10), for who that was
 * is read past the rules of the table of people.
 */
const seesEverybody = ({ users, rules }: App, { user }: Visitor): boolean =>
  rules.some(
    ({ table, can, rows, fields, who }) =>
      table === users?.tableId &&
      can.includes('read') &&
      rows.kind === 'all' &&
      fields === null &&
      isAmong(who, user),
  );

/** The fields that the rows of a rule depend on. */
function fieldsNamedBy({ rows }: AppRule): readonly string[] {
  if (rows.kind === 'all') return [];
  return rows.kind === 'when' ? fieldsAskedBy(rows.filter) : [rows.field];
}

/** What the rules of an app allow somebody to do with rows of a table (SPEC R1): nothing where none does. */
export function grantsOf(app: App, table: Table, action: RuleAction, visitor: Visitor): readonly Grant[] {
  const there = new Set(table.fields.map(({ id }) => id));
  const told = seesEverybody(app, visitor)
    ? table.fields
    : table.fields.filter((field) => !onlyServerKnows(field));
  const all = new Set(told.map(({ id }) => id));
  const fillable = new Set(table.fields.filter(isWritten).map(({ id }) => id));
  const protectedFields = neverWritten(app, table.id);
  const read = readOfPeople(app);
  const deciding = new Set(
    table.fields.flatMap((field) => (decidesWhatIsSeen(app, table, field, read) ? [field.id] : [])),
  );
  return app.rules.flatMap((rule): readonly Grant[] => {
    if (rule.table !== table.id || !rule.can.includes(action) || !isAmong(rule.who, visitor.user)) return [];
    // SPEC R9: what the rule was written for is not there any more.
    if (fieldsNamedBy(rule).some((id) => !id.startsWith('$') && !there.has(id))) return [];
    const filter = rowsOfRule(rule, app, table, visitor);
    if (filter === nothing) return [];
    const fields = rule.fields === null ? all : new Set(rule.fields.filter((id) => all.has(id)));
    const writable = rule.writable === null ? fields : new Set(rule.writable);
    return [
      {
        ...{ ruleId: rule.id, filter, fields, presets: rule.presets },
        writable: new Set(
          [...fillable].filter(
            (id) => writable.has(id) && !protectedFields.has(id) && (isOfStaff(rule) || !deciding.has(id)),
          ),
        ),
      },
    ];
  });
}

/** The rows that any of these grants is about; null: all of them. */
export function rowsOf(grants: readonly Grant[]): Filter | null {
  if (grants.length === 0) return nothing;
  const filters = grants.flatMap(({ filter }) => (filter === null ? [] : [filter]));
  if (filters.length < grants.length) return null;
  const [only] = filters;
  return filters.length === 1 && only !== undefined ? only : { conjunction: 'or', items: filters };
}

/** The fields that each of these grants gives: what may be searched, sorted and filtered by (SPEC R6). */
export const fieldsOfAll = (grants: readonly Grant[]): ReadonlySet<string> => {
  const [first, ...others] = grants.map(({ fields }) => fields);
  return new Set([...(first ?? [])].filter((id) => others.every((fields) => fields.has(id))));
};

/** The fields that some of these grants give: of one row only those of `fieldsOfRecord` are told. */
export const fieldsOfAny = (grants: readonly Grant[]): ReadonlySet<string> =>
  new Set(grants.flatMap(({ fields }) => [...fields]));

/** The grants that are about a record. */
export const grantsOn = (
  grants: readonly Grant[],
  record: BaseRecord,
  table: Table,
  { env }: Pick<Visitor, 'env'>,
): readonly Grant[] =>
  grants.filter(({ filter }) => filter === null || compileFilter(filter, table, env)(record));

/** The fields that somebody may read of this record (SPEC R6); none where they may not read it. */
export const fieldsOfRecord = (
  grants: readonly Grant[],
  record: BaseRecord,
  table: Table,
  visitor: Pick<Visitor, 'env'>,
): ReadonlySet<string> => fieldsOfAny(grantsOn(grants, record, table, visitor));

/** Whether a change may be made: one grant is about the record as it is and as it would be, and gives each field (SPEC R7). */
export function mayChange(
  grants: readonly Grant[],
  {
    before,
    after,
    changed,
  }: { readonly before: BaseRecord | null; readonly after: BaseRecord; readonly changed: RecordData },
  table: Table,
  visitor: Pick<Visitor, 'env'>,
): boolean {
  const old = before === null ? grants : grantsOn(grants, before, table, visitor);
  const both = grantsOn(old, after, table, visitor);
  return both.some(({ writable }) => Object.keys(changed).every((id) => writable.has(id)));
}
