import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Banner, Button, Icon, type IconType } from '@weft/ui';
import {
  CalendarCheck,
  CalendarDays,
  CalendarPlus,
  CalendarX,
  Globe,
  Plus,
  Repeat,
  Users,
  Video,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { meQuery } from '../../queries.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { calendarsQuery } from '../scheduling/calendar-calls.ts';
import { SchedulingHead } from '../scheduling/SchedulingHead.tsx';
import { FlowListing } from './FlowListing.tsx';
import { schedulingList } from './home-list.ts';
import { ListingTools, roundOnPhones } from './ListingTools.tsx';
import { type SchedulingGroup, schedulingGroups } from './scheduling-groups.ts';
import { useFlowMenu } from './use-flow-menu.tsx';
import { useHomeSettings } from './use-home-settings.ts';

const features: readonly { readonly icon: IconType; readonly name: string; readonly text: string }[] = [
  { icon: CalendarCheck, name: 'No double bookings', text: 'Checks every calendar' },
  { icon: CalendarPlus, name: 'Straight to your calendar', text: 'Adds and updates events' },
  { icon: Video, name: 'Video calls', text: 'Zoom, Microsoft Teams' },
  { icon: Repeat, name: 'Round robin', text: 'Shares visits in a team' },
  { icon: Users, name: 'Groups', text: 'Several seats per time' },
  { icon: Globe, name: 'Time zones', text: 'Shown in the visitor’s' },
];

/** What scheduling forms are good for: where one has neither a form nor a calendar. */
function Promo() {
  const navigate = useNavigate();
  return (
    <section
      aria-labelledby="scheduling-promo"
      className="mx-8 my-4 flex gap-10 rounded-lg border bg-sunken p-6 max-lg:flex-col max-lg:gap-6 max-sm:mx-4"
    >
      <div className="max-w-72">
        <h3 id="scheduling-promo" className="font-semibold text-lead">
          Let people book time with you
        </h3>
        <p className="mt-1 mb-4 text-base text-text-muted">
          Share one link. Visitors pick a free time and it lands in your calendar.
        </p>
        <Button icon={CalendarPlus} onClick={() => void navigate({ to: paths.calendars })}>
          Connect a calendar
        </Button>
      </div>
      <ul className="grid flex-1 grid-cols-3 content-center gap-x-6 gap-y-5 max-xl:grid-cols-2 max-sm:grid-cols-1">
        {features.map(({ icon, name, text }) => (
          <li key={name} className="flex items-start gap-2.5">
            <span className="grid size-7 shrink-0 place-items-center rounded-md border bg-surface text-text-subtle">
              <Icon of={icon} size={14} />
            </span>
            <span className="min-w-0">
              <span className="block font-medium text-base">{name}</span>
              <span className="block text-small text-text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Unconnected({ name }: { readonly name: string }) {
  return (
    <div className="mx-8 my-2.5 max-sm:mx-4">
      <Banner tone="warning" icon={CalendarX}>
        <strong className="me-1.5 font-semibold">User calendar not yet connected</strong>
        Direct {name} to the Calendars and apps tab, otherwise visitors can book over other events.
      </Banner>
    </div>
  );
}

/** The scheduling forms one may see, by whom they book. */
export function SchedulingPage() {
  usePageTitle('Scheduling');
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: calendars } = useQuery(calendarsQuery);
  const settings = useHomeSettings();
  const menu = useFlowMenu();
  const navigate = useNavigate();
  if (me === null) return null;
  const hasCalendar = calendars === undefined ? undefined : calendars.servicesAndCalendars.length > 0;
  const leadOf = ({ key, flows, unconnected }: SchedulingGroup): ReactNode => {
    if (unconnected !== null) return <Unconnected name={unconnected} />;
    return key === 'own' && flows.length === 0 && hasCalendar === false ? <Promo /> : undefined;
  };
  return (
    <>
      <SchedulingHead>
        <ListingTools settings={settings} />
        <Button
          variant="primary"
          icon={Plus}
          size="lg"
          className={roundOnPhones}
          onClick={() => void navigate({ to: paths.newFlow('scheduling') })}
        >
          <span className="max-sm:sr-only">Scheduling form</span>
        </Button>
      </SchedulingHead>
      <div className="flex-1 pb-21">
        <FlowListing
          list={schedulingList(settings)}
          title="Scheduling forms"
          groups={(flows) =>
            schedulingGroups(flows, { userId: me.user.id, isAdmin: me.isAdmin }).map((group) => ({
              ...group,
              lead: leadOf(group),
            }))
          }
          asTable={settings.asTable}
          menu={menu}
          empty={{ icon: CalendarDays, title: 'No scheduling forms yet' }}
        />
      </div>
      {menu.parts}
    </>
  );
}
