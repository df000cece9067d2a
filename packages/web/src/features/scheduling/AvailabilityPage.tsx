import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { meQuery } from '../../queries.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { AvailabilityPanel } from './AvailabilityPanel.tsx';
import { SchedulingHead } from './SchedulingHead.tsx';

/** The availabilities of whom the address names, or one's own. */
export function AvailabilityPage() {
  usePageTitle('Availability');
  const { data: me } = useSuspenseQuery(meQuery);
  const { user, edit } = useSearch({ from: '/home-layout/home/scheduling/availability' });
  const navigate = useNavigate();
  if (me === null) return null;
  return (
    <>
      <SchedulingHead />
      <div className="mx-auto w-full max-w-[784px] flex-1 px-8 py-6 max-sm:px-4">
        <AvailabilityPanel
          me={me}
          userId={user ?? me.user.id}
          edited={edit}
          onEdited={() =>
            void navigate({
              to: paths.availability,
              search: user === undefined ? {} : { user },
              replace: true,
            })
          }
          onPerson={(id) =>
            void navigate({ to: paths.availability, search: id === me.user.id ? {} : { user: id } })
          }
        />
      </div>
    </>
  );
}
