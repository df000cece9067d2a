import {
  type Attachment,
  anyFieldType,
  type Field,
  type FieldEnv,
  formUser,
  isEditable,
  isLinkField,
  isOfKind,
  type LinkField,
  shownValue,
  type Table,
} from '@weft/core';
import type { Cell } from '@weft/history';
import type { CallOutput } from '@weft/protocol';

export type HistoryAction = CallOutput<'history.list'>['actions'][number];

/** One line of a record's history. */
export interface HistoryLine {
  readonly key: string;
  readonly userId: string;
  readonly userName: string | undefined;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly what:
    | { readonly kind: 'created' | 'answered' | 'deleted' | 'restored' }
    | { readonly kind: 'linked' | 'unlinked'; readonly field: LinkField; readonly ids: readonly string[] }
    | { readonly kind: 'set'; readonly field: Field; readonly before: Cell; readonly after: Cell };
}

/** A record's history, one line per cell that changed, newest first; cells of fields that are gone are left out. */
export function historyLines(actions: readonly HistoryAction[], table: Table): readonly HistoryLine[] {
  return actions.flatMap(({ id, seq, userId, userName, timestamp, type, isUndo, isRedo, changes = [] }) =>
    changes.flatMap((change): HistoryLine[] => {
      const line = { key: `${seq}/${id}`, userId, userName, at: timestamp };
      if (change.kind === 'record') {
        const isNew = !isUndo && !isRedo && type !== 'RESTORE_RECORDS';
        const made = userId === formUser ? 'answered' : 'created';
        const kind = change.after === null ? 'deleted' : isNew ? made : 'restored';
        return [{ ...line, what: { kind } }];
      }
      if (change.kind === 'links') {
        const field = table.fields.find((one) => one.id === change.fieldId);
        if (!isLinkField(field)) return [];
        const [kind, ids] =
          change.after.length > 0
            ? (['linked', change.after] as const)
            : (['unlinked', change.before] as const);
        return [{ ...line, key: `${line.key}/${field.id}/${kind}`, what: { kind, field, ids } }];
      }
      if (change.kind !== 'cells') return [];
      return table.fields.flatMap((field) => {
        const before = change.before[field.id];
        const after = change.after[field.id];
        if (before === undefined || after === undefined) return [];
        return [{ ...line, key: `${line.key}/${field.id}`, what: { kind: 'set', field, before, after } }];
      });
    }),
  );
}

/** Records that a line names. */
const maxNamed = 3;

/** The first names of some, and how many more there are. */
function namesText(names: readonly string[], locale: string): string {
  const more = names.length - maxNamed;
  const first = names.slice(0, maxNamed).join(', ');
  return more > 0 ? `${first} and ${more.toLocaleString(locale)} more` : first;
}

/** Linked records as a line names them; those that are gone have no name any more. */
export const recordsText = (ids: readonly string[], { linked, locale }: FieldEnv): string =>
  namesText(
    ids.map((id, i) => (i < maxNamed ? (linked?.(id)?.name ?? 'a record that is gone') : '')),
    locale,
  );

/** What became of the files of a cell, by their names; null where it is no cell of files. */
export function filesChanged(
  before: Cell,
  after: Cell,
  locale: string,
): { readonly added: string | null; readonly removed: string | null } | null {
  const [old, now] = [filesOf(before), filesOf(after)];
  if (old === null || now === null || (old.length === 0 && now.length === 0)) return null;
  const without = (files: readonly Attachment[], others: readonly Attachment[]): string | null => {
    const held = new Set(others.map(({ filename }) => filename));
    const names = files.filter(({ filename }) => !held.has(filename)).map(({ originalName }) => originalName);
    return names.length === 0 ? null : namesText(names, locale);
  };
  return { added: without(now, old), removed: without(old, now) };
}

const isFile = (item: unknown): item is Attachment =>
  typeof item === 'object' && item !== null && 'filename' in item;

/** Empty is no files; null: it holds something else. */
function filesOf({ value, raw }: Cell): readonly Attachment[] | null {
  if (raw !== undefined) return null;
  if (value === null) return [];
  return Array.isArray(value) && value.every(isFile) ? (value as readonly Attachment[]) : null;
}

/** The records that some changes name, by the table they are in. */
export function namedRecords(
  changes: readonly HistoryLine['what'][],
): ReadonlyMap<string, ReadonlySet<string>> {
  const named = new Map<string, Set<string>>();
  for (const what of changes) {
    if (what.kind !== 'linked' && what.kind !== 'unlinked') continue;
    const { tableId } = what.field.template;
    named.set(tableId, new Set([...(named.get(tableId) ?? []), ...what.ids.slice(0, maxNamed)]));
  }
  return named;
}

/** Longest text of a value in a line of the history. */
const longest = 60;

/** What a cell held, as text; null where it was empty. */
export function cellText(field: Field, { value, raw }: Cell, env: FieldEnv): string | null {
  const text = raw ?? valueText(field, value, env);
  return text === null || text.length <= longest ? text : `${text.slice(0, longest).trimEnd()}…`;
}

function valueText(field: Field, value: Cell['value'], env: FieldEnv): string | null {
  if (value === null) return null;
  if (typeof value === 'boolean') return value ? 'checked' : 'unchecked';
  // Written while the field was of another type.
  if (!isOfKind(field, value)) return typeof value === 'string' ? value : JSON.stringify(value);
  const shown = shownValue(field, value);
  return shown === null
    ? 'an option that was deleted'
    : anyFieldType(field.type).format(shown, field.template, env);
}

/** Whether a field takes what one of its cells held before. */
export const takesBack = (field: Field, { value, raw }: Cell): boolean =>
  isEditable(field.type) &&
  (raw !== undefined || value === null || anyFieldType(field.type).validate(value, field.template).ok);
