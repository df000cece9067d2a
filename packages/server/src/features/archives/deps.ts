import type { BaseStore, Documents, Engine, FlowJobs, Flows, FormSessions, Workspaces } from '@weft/db';
import type { Content } from '@weft/documents';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { Database } from '../../database.ts';
import type { FileDeps } from '../../files/deps.ts';
import type { ConcurrencyLimit } from '../../http/concurrency-limit.ts';
import type { ScanSlots } from '../bases/reads/scan-slots.ts';

/** What an import asks of whoever owns the documents of flows. */
interface ArchivedDocuments {
  /** The ids that follow from the flow's own, always in the same order. */
  readonly idsOf: (flowId: string) => readonly string[];
  /** The draft as this version of the product understands it; throws where it is none. */
  readonly readDraft: (flowId: string, draft: Content) => Content;
  /** The ids of the files that a document shows as images. */
  readonly imageFilesOf: (draft: Content) => readonly string[];
  /** The document with other files for its images, by the ids of those it has. */
  readonly withImageFiles: (draft: Content, ids: ReadonlyMap<string, string>) => Content;
}

/** What exports and imports of whole flows use. */
export interface ArchivesDeps extends FileDeps {
  readonly audit: AuditLog;
  readonly base: (baseId: string) => BaseStore;
  readonly concurrency: ConcurrencyLimit;
  readonly documents: Documents;
  readonly archivedDocuments: ArchivedDocuments;
  readonly flows: Flows;
  readonly flowJobs: FlowJobs;
  readonly formSessions: Pick<FormSessions, 'list' | 'takenChoices'>;
  /** The organizations a person is a member of. */
  readonly organizationsOf: (userId: string) => Promise<readonly { readonly id: string }[]>;
  readonly memberIdsOf: (organizationId: string) => Promise<readonly string[]>;
  readonly transaction: Engine['transaction'];
  /** Called when there is a job to do. */
  readonly wake: () => void;
  readonly workspaces: Workspaces;
  readonly sizeOfBase: Database['sizeOfBase'];
  readonly loadBase: Database['loadBase'];
  readonly showLoaded: Database['showLoaded'];
  readonly removeUnfinished: Database['removeUnfinished'];
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Turns of reads that look through whole tables. */
  readonly scanSlots: ScanSlots;
}
