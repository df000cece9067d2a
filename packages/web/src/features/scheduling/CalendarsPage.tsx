import { useSuspenseQuery } from '@tanstack/react-query';
import { meQuery } from '../../queries.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { CalendarsPanel } from './CalendarsPanel.tsx';
import { SchedulingHead } from './SchedulingHead.tsx';

/** One's calendars. */
export function CalendarsPage() {
  usePageTitle('Calendars and apps');
  const { data: me } = useSuspenseQuery(meQuery);
  if (me === null) return null;
  return (
    <>
      <SchedulingHead />
      <div className="mx-auto w-full max-w-[944px] flex-1 px-8 py-6 max-sm:px-4">
        <CalendarsPanel me={me} />
      </div>
    </>
  );
}
