import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button, IconButton, toast } from '@weft/ui';
import { Mail, MailOpen } from 'lucide-react';
import { call } from '../../../api.ts';
import { errorText } from '../../../error-text.ts';
import { notificationsQuery, queryClient } from '../../../queries.ts';
import { Moment } from '../../../shell/Moment.tsx';
import { type Notification, notificationText } from './notification-text.ts';

/** Marks one, or all of them, at once on screen; what is refused stands as before. */
async function mark(one: Notification | null, read: boolean): Promise<void> {
  await queryClient.cancelQueries(notificationsQuery);
  const before = queryClient.getQueryData(notificationsQuery.queryKey);
  if (before !== undefined) {
    const notifications = before.notifications.map((other) =>
      one === null || other.subject === one.subject ? { ...other, read } : other,
    );
    const unread = one === null ? 0 : before.unread + (read ? -1 : 1);
    queryClient.setQueryData(notificationsQuery.queryKey, { ...before, notifications, unread });
  }
  try {
    const notification = one === null ? null : { kind: one.about.kind, subject: one.subject };
    await call('POST /v1/notifications/read', { body: { notification, read } });
  } catch (error) {
    queryClient.setQueryData(notificationsQuery.queryKey, before);
    toast(errorText(error), { tone: 'error' });
  }
  void queryClient.invalidateQueries(notificationsQuery);
}

function Item({
  notification,
  onLeave,
}: {
  readonly notification: Notification;
  readonly onLeave: () => void;
}) {
  const navigate = useNavigate();
  const { read, createdAt } = notification;
  const { text, to } = notificationText(notification);
  return (
    <li className="relative flex items-start gap-2 border-line-subtle border-b px-3 py-2.5 last:border-b-0 hover:bg-hover">
      <span className={`mt-1.5 size-2 shrink-0 rounded-full ${read ? '' : 'bg-accent'}`}>
        {!read && <span className="sr-only">Unread</span>}
      </span>
      <span className="min-w-0 flex-1">
        <button
          type="button"
          className={`block w-full text-pretty break-words text-start text-base after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2 ${read ? 'text-text-muted' : 'font-medium'}`}
          onClick={() => {
            if (!read) void mark(notification, true);
            onLeave();
            void navigate({ to });
          }}
        >
          {text}
        </button>
        <span className="text-small text-text-subtle">
          <Moment at={createdAt} />
        </span>
      </span>
      <span className="relative z-1">
        <IconButton
          size="sm"
          icon={read ? Mail : MailOpen}
          label={read ? 'Mark as unread' : 'Mark as read'}
          onClick={() => void mark(notification, !read)}
        />
      </span>
    </li>
  );
}

/** What one was told of, the newest first. */
export function NotificationList({ onLeave }: { readonly onLeave: () => void }) {
  const { data, error, refetch } = useQuery(notificationsQuery);
  return (
    <>
      <div className="flex h-11 items-center justify-between border-line-subtle border-b px-3">
        <h2 className="font-semibold text-body">Notifications</h2>
        {data !== undefined && data.unread > 0 && (
          <Button size="sm" variant="quiet" onClick={() => void mark(null, true)}>
            Mark all as read
          </Button>
        )}
      </div>
      {data === undefined && error !== null && (
        <div className="flex flex-col items-start gap-2 p-3 text-base text-text-muted">
          {errorText(error)}
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      )}
      {data?.notifications.length === 0 && (
        <p className="px-3 py-6 text-center text-base text-text-muted">
          Nothing yet. What is shared with you shows here.
        </p>
      )}
      <ul className="max-h-100 overflow-y-auto">
        {data?.notifications.map((notification) => (
          <Item
            key={`${notification.about.kind} ${notification.subject}`}
            notification={notification}
            onLeave={onLeave}
          />
        ))}
      </ul>
    </>
  );
}
