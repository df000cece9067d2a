import {
  anyFieldType,
  type Field,
  type FieldEnv,
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
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly what:
    | { readonly kind: 'created' | 'deleted' | 'restored' }
    | { readonly kind: 'linked' | 'unlinked'; readonly field: LinkField; readonly ids: readonly string[] }
    | { readonly kind: 'set'; readonly field: Field; readonly before: Cell; readonly after: Cell };
}

/** A record's history, one line per cell that changed, newest first; cells of fields that are gone are left out. */
export function historyLines(actions: readonly HistoryAction[], table: Table): readonly HistoryLine[] {
  return actions.flatMap(({ id, seq, userId, timestamp, type, isUndo, isRedo, changes = [] }) =>
    changes.flatMap((change): HistoryLine[] => {
      const line = { key: `${seq}/${id}`, userId, at: timestamp };
      if (change.kind === 'record') {
        const isNew = !isUndo && !isRedo && type !== 'RESTORE_RECORDS';
        const kind = change.after === null ? 'deleted' : isNew ? 'created' : 'restored';
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

/** Linked records as a line names them; those that are gone have no name any more. */
export function recordsText(ids: readonly string[], { linked, locale }: FieldEnv): string {
  const names = ids.slice(0, maxNamed).map((id) => linked?.(id)?.name ?? 'a record that is gone');
  const more = ids.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more.toLocaleString(locale)} more` : names.join(', ');
}

/** The records that the lines name, by the table they are in. */
export function namedRecords(lines: readonly HistoryLine[]): ReadonlyMap<string, ReadonlySet<string>> {
  const named = new Map<string, Set<string>>();
  for (const { what } of lines) {
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
