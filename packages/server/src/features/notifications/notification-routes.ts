import type { FastifyInstance } from 'fastify';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import type { NotificationsDeps } from './deps.ts';

/** What a person is told of: what was shared with them, where they are invited, and jobs that failed. */
export function mountNotifications(
  app: FastifyInstance,
  { notifications, countFlowJobs, labelOf }: NotificationsDeps,
): void {
  serve(app, 'GET /v1/notifications', async ({ request }) => {
    const { userId, organizationId } = requireCaller(request);
    const [listed, flowJobs] = await Promise.all([
      notifications.list(userId, organizationId),
      countFlowJobs(userId),
    ]);
    return {
      unread: listed.unread,
      flowJobs,
      notifications: listed.notifications.map(({ about, ...one }) => ({
        ...one,
        about:
          about.kind === 'job'
            ? { kind: about.kind, label: labelOf(about.queue), fault: about.fault }
            : about,
      })),
    };
  });

  serve(app, 'POST /v1/notifications/read', async ({ request, body }) => {
    const { userId } = requireCaller(request);
    const { notification = null, read } = body();
    await notifications.setRead(userId, notification, read);
    return { success: true } as const;
  });
}
