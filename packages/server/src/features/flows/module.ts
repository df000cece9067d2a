import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database.ts';
import { bindHandlers } from '../../rpc/handler.ts';
import type { FlowChangesDeps, FlowsDeps } from './deps.ts';
import { FlowAccess } from './flow-access.ts';
import { flowChanges } from './flow-changes.ts';
import { mountFlowMenu } from './flow-menu-routes.ts';
import { mountFlows } from './flow-routes.ts';
import { mountMoveToOrganization } from './move-to-organization.ts';
import { mountWorkspaces } from './workspace-routes.ts';

interface FlowsNeeds
  extends Pick<
      FlowsDeps,
      | 'audit'
      | 'base'
      | 'baseUrl'
      | 'duplicateApp'
      | 'duplicateBase'
      | 'duplicateForm'
      | 'duplicateLarge'
      | 'files'
      | 'concurrency'
      | 'createBase'
      | 'flows'
      | 'flowMembers'
      | 'mirrors'
      | 'workspaces'
      | 'newId'
    >,
    Omit<FlowChangesDeps, 'flowAccess'> {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly removeBase: Database['removeBase'];
  readonly removeTrashed: Database['removeTrashed'];
}

/** Days after which what lies in the trash is removed for good. */
const daysInTrash = 30;

export type FlowsModule = ReturnType<typeof flowsModule>;

/** What people make and share: names, places in the trash, and who may do what. */
export function flowsModule({
  now,
  removeBase,
  removeTrashed,
  flowFeed,
  organizationsOf,
  ...given
}: FlowsNeeds) {
  const { flows } = given;
  const flowAccess = new FlowAccess(flows, now);
  const deps: FlowsDeps = { ...given, flowAccess, organizationsOf };
  return {
    flows,
    flowAccess,
    /** Removes a base and its flow for good, in the name of a person. */
    removeBase: async (baseId: string, userId: string): Promise<void> => {
      const found = await flows.find(baseId, userId);
      await removeBase(baseId, userId);
      flowAccess.forget();
      if (found === null) return;
      const { organizationId, name } = found.flow;
      const details = { flowId: baseId, type: 'base', name };
      await given.audit.add({ organizationId, userId, action: 'flow.deleted', details, ip: null });
    },
    /** Removes what lay in the trash for long, with its base, answers and files; one that fails does not keep others. */
    removeOld: async (): Promise<void> => {
      const faults: unknown[] = [];
      for (const { id, organizationId, ownerUserId, name, type } of await flows.trashedFor(daysInTrash)) {
        try {
          if (!(await removeTrashed(id, ownerUserId, daysInTrash))) continue;
          const details = { flowId: id, type, name };
          await given.audit.add({ organizationId, userId: null, action: 'flow.deleted', details, ip: null });
        } catch (error) {
          faults.push(error);
        }
      }
      flowAccess.forget();
      if (faults.length > 0) throw new AggregateError(faults, 'Some flows of the trash were not removed');
    },
    handlers: bindHandlers(flowChanges, { flowFeed, flowAccess, organizationsOf }),
    mount: (app: FastifyInstance) => {
      mountFlows(app, deps);
      mountFlowMenu(app, deps);
      mountMoveToOrganization(app, deps);
      mountWorkspaces(app, deps);
    },
  };
}
