import type { StoredFile } from '@weft/db';
import type { IdKind } from '@weft/std';
import type { Logger } from 'pino';
import type { Caller } from '../http/caller.ts';
import type { FileLinks } from './file-links.ts';
import type { FileStore } from './file-store.ts';
import type { Files } from './files.ts';

/** What whoever takes files in or hands them out uses. */
export interface FileDeps {
  readonly files: Files;
  readonly fileStore: FileStore;
  readonly fileLinks: FileLinks;
  readonly log: Logger;
  /** Public address; known once the server listens. */
  readonly baseUrl: () => string;
  readonly newId: (kind: IdKind) => string;
}

/** Whether somebody may read a file, by what it belongs to. */
export type MayReadFile = (file: StoredFile, caller: Caller) => Promise<boolean>;
