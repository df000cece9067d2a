import type { FlowTypeName } from './flow-types.ts';

export type FlowChange =
  | 'created'
  | 'renamed'
  | 'changed'
  | 'moved'
  | 'shared'
  | 'trashed'
  | 'restored'
  | 'deleted';

/** What a list shows of a flow, as it is when the event is sent. */
interface ListedFlow {
  readonly type: FlowTypeName;
  readonly name: string;
  readonly workspaceId: string | null;
  /** ISO 8601 UTC. */
  readonly updatedAt: string;
  readonly trashedAt: string | null;
}

/** A change of an organization's list of flows; `seq` rises by one without gaps. */
export type FlowEvent =
  | {
      readonly seq: number;
      readonly change: FlowChange;
      readonly flowId: string;
      readonly userId: string;
      /** The id the caller gave the change; null where they gave none. */
      readonly actionId: string | null;
      /** Null: it is gone for good. */
      readonly flow: ListedFlow | null;
    }
  /** More was missed than is kept: the list is to be read again. */
  | { readonly seq: number; readonly change: 'missed' };
