import type { AppRows, AppUsers, BaseStore, Documents, Flows, FormerPeople, Integrations } from '@weft/db';
import type { IdKind } from '@weft/std';
import type { Logger } from 'pino';
import type { Database } from '../../database.ts';
import type { FileDeps } from '../../files/deps.ts';
import type { ConcurrencyLimit } from '../../http/concurrency-limit.ts';
import type { OwnDomains } from '../../http/own-domains.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { ServiceMirrors } from '../bases/mirrors.ts';
import type { ScanSlots } from '../bases/reads/scan-slots.ts';
import type { AnswerDeliveryDeps } from '../flows/answer-deliveries.ts';
import type { FlowAccess } from '../flows/flow-access.ts';
import type { SignInKeys } from './people/sign-in-keys.ts';
import type { SealedCursors } from './records/sealed-cursor.ts';

/** What published apps, and those who use them, take. */
export interface AppPagesDeps {
  readonly appUsers: AppUsers;
  /** What the chat has proposed, to be looked at. */
  readonly appRows: Pick<AppRows, 'turn'>;
  readonly formerPeople: Pick<FormerPeople, 'noteUser'>;
  readonly documents: Documents;
  readonly flows: Flows;
  readonly flowAccess: FlowAccess;
  readonly base: (baseId: string) => BaseStore;
  /** Databases that show what a service holds. */
  readonly mirrors: ServiceMirrors;
  readonly files: FileDeps['files'];
  readonly fileStore: FileDeps['fileStore'];
  readonly mailer: Mailer;
  readonly integrations: Pick<Integrations, 'find'>;
  readonly placeOf: AnswerDeliveryDeps['placeOf'];
  /** What deliveries of services that lose what is written at once are queued by. */
  readonly queueKeyOf: (
    delivery: { readonly kind: string; readonly target: string },
    organizationId: string,
  ) => string | null;
  /** Called when there is a job to do. */
  readonly wake: () => void;
  readonly transaction: Database['transaction'];
  readonly concurrency: ConcurrencyLimit;
  /** Turns of reads that look through whole tables. */
  readonly scanSlots: ScanSlots;
  readonly signInKeys: SignInKeys;
  readonly cursors: SealedCursors;
  readonly ownDomains: Pick<OwnDomains, 'hostOf'>;
  readonly baseUrl: () => string;
  /** The application is served by https. */
  readonly https: boolean;
  readonly newId: (kind: IdKind) => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Logger;
}
