import type { BaseStore } from '@weft/db';
import type { OutgoingHttp } from '@weft/integrations';
import type { IdKind } from '@weft/std';
import type { Logger } from 'pino';
import type { FileStore } from '../../files/file-store.ts';
import type { Files } from '../../files/files.ts';
import type { ConcurrencyLimit } from '../../http/concurrency-limit.ts';
import type { ScanSlots } from '../bases/reads/scan-slots.ts';
import type { OpenConnection } from './from-service/connected-reads.ts';
import type { ImportStates } from './import-states.ts';
import type { Profiles } from './profiles.ts';

/** What imports need of the server. */
export interface ImportDeps {
  readonly log: Logger;
  /** Public address. */
  readonly baseUrl: () => string;
  readonly newId: (kind: IdKind) => string;
  readonly files: Files;
  readonly fileStore: FileStore;
  readonly scanSlots: Pick<ScanSlots, 'run'>;
  readonly importStates: ImportStates;
  readonly profiles: Profiles;
  readonly concurrency: ConcurrencyLimit;
  readonly base: (baseId: string) => BaseStore;
  /** Downloads of files that cells of a service name. */
  readonly outgoing: Pick<OutgoingHttp, 'request'>;
  /** A connection to a service that the caller may import from, into this flow's database. */
  readonly openConnection: OpenConnection;
  /** Removes a base and its flow for good, in the name of a person. */
  readonly removeBase: (baseId: string, userId: string) => Promise<void>;
}
