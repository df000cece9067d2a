import type { BaseMetadata, FieldEnv } from '@weft/core';
import type { Action } from '@weft/history';
import type { AppError } from '@weft/std';
import type { After } from '../transport/timers.ts';
import type { Transport } from '../transport/transport.ts';
import type { RemovedPart } from './base-state.ts';
import type { ReplacedEdit } from './replaced-edits.ts';

/** What an open base needs of its environment. */
export interface BaseClientDeps {
  /** The person who makes the changes. */
  readonly userId: string;
  readonly transport: Transport;
  readonly env: FieldEnv;
  readonly newActionId: () => string;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  readonly after: After;
  /** Stores unsent changes across a reload; keyed by base. */
  readonly keep: {
    readonly load: () => readonly Action[];
    readonly save: (actions: readonly Action[]) => void;
  };
}

/** What an open base notifies of. */
export interface BaseClientEvents {
  /** Metadata, role, save state or connection changed: read them again. */
  readonly onChange: () => void;
  /** The server refused a change; it and all behind it were dropped. `named`: the base they were made in. */
  readonly onSyncError: (dropped: readonly Action[], error: AppError, named: BaseMetadata) => void;
  /** The session ended, or somebody else signed in: changes stay pending until `signedIn`. */
  readonly onSignedOut: () => void;
  /** The base is gone or closed to this person. */
  readonly onRefused: (error: AppError) => void;
  /** The log has a new entry, whoever made it. */
  readonly onLogged?: () => void;
  /** A colleague's change arrived: these records are highlighted for a moment. */
  readonly onRemote: (tableId: string, recordIds: ReadonlySet<string>) => void;
  /** An edit of this person has replaced what somebody else wrote a moment before. */
  readonly onReplaced: (replaced: ReplacedEdit) => void;
  /** Somebody else deleted parts of the base. */
  readonly onRemoved: (parts: readonly RemovedPart[], userId: string) => void;
  readonly onError: (error: unknown) => void;
}
