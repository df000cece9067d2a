import type { FastifyInstance } from 'fastify';
import type { NotificationsDeps } from './deps.ts';
import { mountNotifications } from './notification-routes.ts';

/** What the bell of home lists. */
export const notificationsModule = (deps: NotificationsDeps) => ({
  mount: (app: FastifyInstance) => mountNotifications(app, deps),
});
