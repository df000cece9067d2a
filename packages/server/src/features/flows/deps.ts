import type { Flow, FlowFeed, FlowJob, FlowMembers, Flows, Mirrors, Workspaces } from '@weft/db';
import type { IdKind } from '@weft/std';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { Database, NewFlow } from '../../database.ts';
import type { FileDeps } from '../../files/deps.ts';
import type { Caller } from '../../http/caller.ts';
import type { ConcurrencyLimit } from '../../http/concurrency-limit.ts';
import type { FlowAccess } from './flow-access.ts';

/** What routes of flows use. */
export interface FlowsDeps {
  readonly audit: AuditLog;
  readonly concurrency: ConcurrencyLimit;
  /** Makes a flow of type base with an empty base behind it; its id. */
  readonly createBase: Database['createBase'];
  readonly base: Database['base'];
  readonly duplicateBase: Database['duplicateBase'];
  /** The job that duplicates a flow for the caller; null: it is small, and duplicated at once. */
  readonly duplicateLarge: (
    caller: Caller,
    flow: Flow,
    as: { readonly name: string; readonly workspaceId: string | null; readonly actionId: string | null },
  ) => Promise<FlowJob | null>;
  /** A form with the draft and the settings of another; its id. */
  readonly duplicateForm: (source: Flow, flow: NewFlow) => Promise<string>;
  /** An app with the draft of another, and with its chat where that is wanted; its id. */
  readonly duplicateApp: (source: Flow, flow: NewFlow, withHistory: boolean) => Promise<string>;
  readonly files: Pick<FileDeps, 'files' | 'fileStore' | 'newId'>;
  /** Public address; known once the server listens. */
  readonly baseUrl: () => string;
  readonly flows: Flows;
  readonly flowMembers: FlowMembers;
  /** Databases that show what a service holds. */
  readonly mirrors: Pick<Mirrors, 'disconnect' | 'find'>;
  readonly workspaces: Workspaces;
  readonly newId: (kind: IdKind) => string;
  readonly flowAccess: FlowAccess;
  /** The organizations a person is a member of. */
  readonly organizationsOf: (
    userId: string,
  ) => Promise<readonly { readonly id: string; readonly name: string; readonly role: 'admin' | 'member' }[]>;
}

/** What the feed of the flow list uses. */
export interface FlowChangesDeps {
  readonly flowFeed: FlowFeed;
  readonly flowAccess: FlowAccess;
  readonly organizationsOf: FlowsDeps['organizationsOf'];
}
