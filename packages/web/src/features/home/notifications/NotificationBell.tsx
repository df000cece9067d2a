import { useQuery } from '@tanstack/react-query';
import { Icon, lazyPart, Popover } from '@weft/ui';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { notificationsQuery } from '../../../queries.ts';
import { PartNotice } from '../../../shell/PartNotice.tsx';

const NotificationList = lazyPart(
  () => import('./NotificationList.tsx').then((part) => part.NotificationList),
  ({ part }) => (
    <div className="p-3">
      <PartNotice what="The list of notifications" part={part} />
    </div>
  ),
);

/** How many notifications are unread; it opens their list. */
export function NotificationBell({
  className,
  onLeave,
}: {
  readonly className: string;
  readonly onLeave: (() => void) | undefined;
}) {
  const [open, setOpen] = useState(false);
  const { data } = useQuery(notificationsQuery);
  const unread = data?.unread ?? 0;
  return (
    <Popover
      label="Notifications"
      open={open}
      onOpenChange={setOpen}
      width={360}
      padded={false}
      trigger={
        <button type="button" className={className}>
          <Icon of={Bell} />
          Notifications
          {unread > 0 && (
            <span className="ms-auto flex h-5 min-w-5 items-center justify-center rounded-full bg-accent px-1.5 font-medium text-micro text-on-accent tabular-nums">
              {unread > 99 ? '99+' : unread}
              <span className="sr-only"> unread</span>
            </span>
          )}
        </button>
      }
    >
      <NotificationList
        onLeave={() => {
          setOpen(false);
          onLeave?.();
        }}
      />
    </Popover>
  );
}
