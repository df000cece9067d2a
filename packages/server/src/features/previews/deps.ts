import type { BaseStore, Documents } from '@weft/db';
import type { FlowAccess } from '../flows/flow-access.ts';

/** What previews use. */
export interface PreviewsDeps {
  readonly flowAccess: FlowAccess;
  readonly base: (baseId: string) => BaseStore;
  readonly documents: Documents;
  /** Epoch milliseconds. */
  readonly now: () => number;
}
