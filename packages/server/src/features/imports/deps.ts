import type { CallName } from '@weft/protocol';
import type { CallContext, Handlers } from '../../rpc/handler.ts';
import type { FlowAccess } from '../flows/flow-access.ts';
import type { ImportDeps } from './import-deps.ts';
import type { Imports } from './imports.ts';

/** What the calls about imports use. */
export interface ImportsDeps extends ImportDeps {
  readonly flowAccess: FlowAccess;
  readonly imports: Imports;
}

export type ImportsContext = CallContext<ImportsDeps>;
export type ImportsHandlers<K extends CallName> = Handlers<K, ImportsDeps>;
