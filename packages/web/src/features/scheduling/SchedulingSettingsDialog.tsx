import { useSuspenseQuery } from '@tanstack/react-query';
import { Dialog, Tabs } from '@weft/ui';
import { CalendarClock, CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { meQuery } from '../../queries.ts';
import { AvailabilityPanel } from './AvailabilityPanel.tsx';
import { CalendarsPanel } from './CalendarsPanel.tsx';

/** The settings of scheduling over any page: when people can be booked, and with which calendars. */
export function SchedulingSettingsDialog({
  userId,
  onClose,
}: {
  /** The host whose availabilities it shows first; null: one's own. */
  readonly userId: string | null;
  readonly onClose: () => void;
}) {
  const { data: me } = useSuspenseQuery(meQuery);
  const [tab, setTab] = useState<'availability' | 'calendars'>('availability');
  const [person, setPerson] = useState(userId ?? me?.user.id ?? '');
  if (me === null) return null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Scheduling settings"
      width="full"
      minHeight={535}
    >
      <Tabs
        label="Scheduling settings"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'availability',
            label: 'Availability',
            icon: CalendarClock,
            content: (
              <div className="mx-auto max-w-180">
                <AvailabilityPanel me={me} userId={person} onPerson={setPerson} />
              </div>
            ),
          },
          {
            value: 'calendars',
            label: 'Connected Calendars',
            icon: CalendarDays,
            content: (
              <div className="mx-auto max-w-220">
                <CalendarsPanel me={me} />
              </div>
            ),
          },
        ]}
      />
    </Dialog>
  );
}
