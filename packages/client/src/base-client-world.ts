import type { BaseMetadata, FieldEnv } from '@weft/core';
import type { Action } from '@weft/history';
import type { AppError } from '@weft/std';
import type { After } from './after.ts';
import type { LostPart } from './lost-parts.ts';
import type { Transport } from './transport.ts';

/** What an open base needs of its surroundings. */
export interface BaseClientWorld {
  /** Whose changes these are. */
  readonly userId: string;
  readonly transport: Transport;
  readonly env: FieldEnv;
  readonly newActionId: () => string;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  readonly after: After;
  /** Where unsent changes survive a reload; keyed by base. */
  readonly keep: {
    readonly load: () => readonly Action[];
    readonly save: (actions: readonly Action[]) => void;
  };
}

/** What an open base tells. */
export interface BaseClientEvents {
  /** Metadata, role, save state or connection changed: read them again. */
  readonly onChange: () => void;
  /** The server refused a change; this one and all behind it were dropped. `named`: the base they were made in. */
  readonly onSyncError: (dropped: readonly Action[], error: AppError, named: BaseMetadata) => void;
  /** The server no longer knows this person, or somebody else signed in: what is changed waits for `signedIn`. */
  readonly onSignedOut: () => void;
  /** The base is gone or closed to this person. */
  readonly onRefused: (error: AppError) => void;
  /** A colleague's change arrived: these records show it for a moment. */
  readonly onRemote: (tableId: string, recordIds: ReadonlySet<string>) => void;
  /** Somebody else took parts of the base away that were here. */
  readonly onLost: (parts: readonly LostPart[], userId: string) => void;
  readonly onError: (error: unknown) => void;
}
