import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callKindOf, callNames, type EventLocation } from '@weft/forms';
import { rpcQuery } from '../../../api.ts';
import { paths } from '../../../paths.ts';
import { peopleQuery } from '../../../queries.ts';

interface CallWarningProps {
  readonly flowId: string;
  readonly locations: readonly EventLocation[];
  /** Those in whose accounts the calls are to be made. */
  readonly hostIds: readonly string[];
}

/** Says which hosts cannot have the video calls made that bookings are to have. */
export function CallWarning({ flowId, locations, hostIds }: CallWarningProps) {
  const kinds = [...new Set(locations.map(callKindOf))].filter((kind) => kind !== null);
  const { data } = useQuery({
    queryKey: ['host-apps', flowId, hostIds],
    queryFn: () => rpcQuery('scheduling.hostApps', { flowId, userIds: [...hostIds] }),
    enabled: kinds.length > 0,
    placeholderData: keepPreviousData,
    // Apps are connected on another page.
    refetchOnWindowFocus: 'always',
  });
  const { data: people = [] } = useQuery(peopleQuery);
  const missing = kinds.flatMap((kind) =>
    (data?.hosts ?? [])
      .filter(({ id, calls }) => hostIds.includes(id) && !calls.includes(kind))
      .map(({ id }) => ({ key: `${kind} ${id}`, kind, name: people.find((one) => one.id === id)?.name })),
  );
  if (missing.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-small text-warning-text" role="status">
      {missing.map(({ key, kind, name = 'A host' }) => (
        <li key={key}>
          {kind === 'meet'
            ? `${name} has no Google calendar that bookings are added to, so no link is made.`
            : `${name} has not connected ${callNames[kind]}, so no link is made.`}{' '}
          <a className="underline" href={paths.calendars}>
            Calendars and apps
          </a>
        </li>
      ))}
    </ul>
  );
}
