import type { FastifyInstance } from 'fastify';
import { mountAvailabilities } from './availability-routes.ts';
import type { SchedulingDeps } from './deps.ts';

/** When people can be booked. */
export const schedulingModule = (deps: SchedulingDeps) => ({
  mount: (app: FastifyInstance) => mountAvailabilities(app, deps),
});
