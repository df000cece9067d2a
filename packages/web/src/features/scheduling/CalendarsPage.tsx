import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Banner } from '@weft/ui';
import { meQuery } from '../../queries.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { CalendarsPanel } from './CalendarsPanel.tsx';
import { SchedulingHead } from './SchedulingHead.tsx';

/** One's calendars. */
export function CalendarsPage() {
  usePageTitle('Calendars and apps');
  const { data: me } = useSuspenseQuery(meQuery);
  // Of whoever comes back from a sign-in.
  const { connectError, otherAccount } = useSearch({ from: '/home-layout/home/scheduling/calendars' });
  if (me === null) return null;
  return (
    <>
      <SchedulingHead />
      <div className="mx-auto w-full max-w-[944px] flex-1 px-8 py-6 max-sm:px-4">
        {connectError !== undefined && (
          <Banner tone="danger" className="mb-6">
            {connectError}
          </Banner>
        )}
        {otherAccount !== undefined && (
          <Banner tone="warning" className="mb-6">
            You signed in with another account than before, which was {otherAccount}. Check which calendars
            are read and written to.
          </Banner>
        )}
        <CalendarsPanel me={me} />
      </div>
    </>
  );
}
