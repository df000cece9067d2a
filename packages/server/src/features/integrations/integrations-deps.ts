import type { ToldByApp } from '@weft/apps';
import type {
  Connections,
  DeclaredConnectors,
  Flows,
  IntegrationRuns,
  Integrations,
  OAuthSignIns,
  PaymentNotices,
  ServiceLists,
  Workspaces,
} from '@weft/db';
import type { AnswerField, ListOfQuestion } from '@weft/forms';
import type { OutgoingHttp, OwnServer, ThirdParties } from '@weft/integrations';
import type { IdKind } from '@weft/std';
import type { Logger } from 'pino';
import type { Ai } from '../../ai/ai.ts';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { Database } from '../../database.ts';
import type { FileDeps } from '../../files/deps.ts';
import type { Caller } from '../../http/caller.ts';
import type { ConcurrencyLimit } from '../../http/concurrency-limit.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import type { ScanSlots } from '../bases/reads/scan-slots.ts';

/** Whose connection it is: what is done here is done in their name. */
export interface Owner {
  readonly organizationId: string;
  readonly userId: string;
}

/** What connections to third-party services use. */
export interface IntegrationsDeps {
  readonly thirdParties: ThirdParties;
  /** Null: the operator has set up no language model. */
  readonly ai: Ai | null;
  /** The forms that somebody can open, for answers of other forms. */
  readonly ownForms: (who: Owner) => OwnServer['forms'];
  /** PDFs that are kept with answers. */
  readonly ownPdfs: (who: Owner, signal?: AbortSignal) => OwnServer['pdfs'];
  readonly connections: Connections;
  /** Connectors that the operator and organizations declare without code. */
  readonly declared: DeclaredConnectors;
  readonly serviceLists: ServiceLists;
  readonly integrations: Integrations;
  readonly oauthSignIns: OAuthSignIns;
  readonly paymentNotices: PaymentNotices;
  readonly runs: IntegrationRuns;
  /** Turns of reads that look through tables. */
  readonly scanSlots: Pick<ScanSlots, 'run'>;
  readonly flows: Flows;
  readonly workspaces: Workspaces;
  readonly transaction: Database['transaction'];
  readonly secrets: Secrets;
  /** The setting SECRET. */
  readonly secret: string;
  readonly outgoing: Pick<OutgoingHttp, 'request' | 'connect'>;
  readonly mailer: Mailer;
  readonly audit: AuditLog;
  readonly concurrency: ConcurrencyLimit;
  readonly files: FileDeps['files'];
  readonly fileStore: FileDeps['fileStore'];
  readonly fileLinks: FileDeps['fileLinks'];
  readonly baseUrl: () => string;
  readonly newId: (kind: IdKind) => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Logger;
  /** Called when there is a job to do. */
  readonly wake: () => void;
  /** Told of a connection that somebody has signed in to. Throws CalendarFault where it has no calendars that can be read. */
  readonly signedIn: (connection: {
    readonly id: string;
    readonly organizationId: string;
    readonly userId: string;
    readonly type: string;
    readonly label: string;
    /** An address or a name. */
    readonly account: string;
  }) => Promise<void>;
  /** What a form asks now, as fields whose answers can be written elsewhere. */
  readonly fieldsOfForm: (flowId: string) => Promise<readonly AnswerField[]>;
  /** What an app hands on; null: the flow is none. Forbidden to a `reader` who may not open its database. */
  readonly toldByApp: (flowId: string, reader: Caller | null) => Promise<ToldByApp | null>;
  /** What its questions offer of connected services. */
  readonly listsOfForm: (flowId: string) => Promise<readonly ListOfQuestion[]>;
}
