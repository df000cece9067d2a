import type { Table } from '@weft/core';
import type { AppRows, BaseStore, DocumentFeed, Documents, Flows, Integrations, Workspaces } from '@weft/db';
import type { CallName } from '@weft/protocol';
import type { IdKind } from '@weft/std';
import type { Ai } from '../../ai/ai.ts';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { Database } from '../../database.ts';
import type { FileDeps } from '../../files/deps.ts';
import type { Caller } from '../../http/caller.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Presence } from '../../presence/presence.ts';
import type { CallContext, Handlers } from '../../rpc/handler.ts';
import type { ServiceMirrors } from '../bases/mirrors.ts';
import type { DomainDeps } from '../flows/domains/flow-domain.ts';
import type { FlowAccess } from '../flows/flow-access.ts';

/** A database that was made, with the tables it has. */
interface MadeBase {
  readonly baseId: string;
  readonly tables: readonly Table[];
}

/** Where a database is made, and what it is called. */
interface WantedBase {
  readonly name: string;
  readonly workspaceId: string | null;
}

/** What calls about apps use. */
export interface AppsDeps extends DomainDeps, Pick<FileDeps, 'files' | 'fileStore' | 'log'> {
  /** The language model of the server; null: there is none. */
  readonly ai: Pick<Ai, 'generate'> | null;
  readonly base: (baseId: string) => BaseStore;
  /** Databases that show what a service holds. */
  readonly mirrors: ServiceMirrors;
  readonly newId: (kind: IdKind) => string;
  readonly audit: AuditLog;
  readonly mailer: Pick<Mailer, 'sends'>;
  readonly integrations: Pick<Integrations, 'of'>;
  readonly createForm: Database['createForm'];
  readonly documents: Documents;
  readonly documentFeed: DocumentFeed;
  /** Who has which flow open. */
  readonly presence: Presence;
  readonly appRows: AppRows;
  readonly flows: Flows;
  readonly workspaces: Workspaces;
  readonly flowAccess: FlowAccess;
  /** Makes a database of a template; null: there is none of this name. */
  readonly makeOfTemplate: (caller: Caller, template: string, wanted: WantedBase) => Promise<MadeBase | null>;
  /** Makes a database with one table of three records. */
  readonly makeBlank: (caller: Caller, wanted: WantedBase) => Promise<MadeBase>;
}

export type AppsContext = CallContext<AppsDeps>;
export type AppsHandlers<K extends CallName> = Handlers<K, AppsDeps>;
