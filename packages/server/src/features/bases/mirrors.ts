import type { CellValue } from '@weft/core';
import type { Flow, Mirror, MirrorConfig } from '@weft/db';
import type { Caller } from '../../http/caller.ts';

/** Values of a record by field; links are ids of records here. */
export type MirrorValues = ReadonlyMap<string, CellValue>;

/** A base, or a spreadsheet, of a service that a database here is to show. */
export interface WantedMirror {
  /** Of the database, made by the caller. */
  readonly baseId: string;
  readonly name: string;
  readonly service: Mirror['service'];
  readonly serviceId: string;
  readonly config: MirrorConfig;
}

/**
 * Databases that show what a service holds: made, read again while they are looked at, and written through. Throws
 * AppError with a sentence where the service does not do what it is asked.
 */
export interface ServiceMirrors {
  /** Null: the database is one of its own. */
  of(baseId: string): Promise<Mirror | null>;
  /** Asks for what is there now, where what is here is older than it may be; `atOnce`: than now. */
  ask(mirror: Mirror, organizationId: string, how?: { readonly atOnce?: boolean }): Promise<void>;
  /** Makes one for an app of somebody who may use the connection. */
  connect(
    caller: Caller,
    app: Pick<Flow, 'organizationId' | 'workspaceId'>,
    wanted: WantedMirror,
  ): Promise<void>;
  /** Brings a record here as it is there; one that is gone there goes here. */
  refresh(mirror: Mirror, tableId: string, recordId: string): Promise<void>;
  /** Makes a record there, and here what became of it; its id. */
  create(mirror: Mirror, actor: string, tableId: string, values: MirrorValues): Promise<string>;
  /** Changes a record there, and here what became of it. */
  update(
    mirror: Mirror,
    actor: string,
    at: { readonly tableId: string; readonly recordId: string },
    values: MirrorValues,
  ): Promise<void>;
  remove(mirror: Mirror, actor: string, tableId: string, recordId: string): Promise<void>;
}
