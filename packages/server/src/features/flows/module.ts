import type { FastifyInstance } from 'fastify';
import type { ControlDatabase } from '../../control.ts';
import type { Database } from '../../database.ts';
import type { FlowsDeps } from './deps.ts';
import { FlowAccess } from './flow-access.ts';
import { mountFlows } from './flow-routes.ts';
import { Flows } from './flows.ts';

interface FlowsNeeds extends Pick<FlowsDeps, 'audit' | 'concurrency' | 'createBase'> {
  readonly control: ControlDatabase;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly removeBase: Database['removeBase'];
}

export type FlowsModule = ReturnType<typeof flowsModule>;

/** What people make and share: names, places in the trash, and who may do what. */
export function flowsModule({ control, now, removeBase, ...given }: FlowsNeeds) {
  const flows = new Flows(control);
  const flowAccess = new FlowAccess(flows, now);
  const deps: FlowsDeps = { ...given, flows, flowAccess };
  return {
    flowAccess,
    /** Removes a base and its flow for good, in the name of a person. */
    removeBase: async (baseId: string, userId: string): Promise<void> => {
      const found = await flows.find(baseId, userId);
      await removeBase(baseId);
      flowAccess.forget();
      if (found === null) return;
      const { organizationId, name } = found.flow;
      const details = { baseId, name };
      await given.audit.add({ organizationId, userId, action: 'base.deleted', details, ip: null });
    },
    mount: (app: FastifyInstance) => mountFlows(app, deps),
  };
}
