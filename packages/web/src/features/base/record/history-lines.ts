import {
  anyFieldType,
  type Field,
  type FieldEnv,
  isEditable,
  isOfKind,
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
