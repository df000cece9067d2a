import { useQuery } from '@tanstack/react-query';
import { type EventHost, mostHosts } from '@weft/forms';
import { withoutUndefined } from '@weft/std';
import { IconButton, SearchSelect, Select } from '@weft/ui';
import { X } from 'lucide-react';
import { call } from '../../../api.ts';
import { paths } from '../../../paths.ts';
import { peopleQuery } from '../../../queries.ts';
import { SettingRow } from '../../../shell/SettingRow.tsx';
import { NumberSetting } from '../NumberSetting.tsx';
import { CallWarning } from './CallWarning.tsx';
import { type EventPartProps, useEventProp } from './event-part.ts';
import { LocationFields } from './LocationsSetting.tsx';

const usual = 'usual';

/** A host as the document stores them: what is usual is not there. */
const storedHost = ({ userId, availabilityId, weight, priority, location }: EventHost) =>
  withoutUndefined({
    userId,
    availabilityId: availabilityId ?? undefined,
    weight: weight === 1 ? undefined : weight,
    priority: priority === 1 ? undefined : priority,
    location: location === null ? undefined : { kind: location.kind, text: location.text },
  });

interface HostRowProps {
  readonly flowId: string;
  readonly host: EventHost;
  readonly name: string;
  readonly isTurned: boolean;
  readonly byWeight: boolean;
  readonly ownLocation: boolean;
  readonly onChange: (host: EventHost, typed?: boolean) => void;
  readonly onRemove: () => void;
}

function HostRow({ flowId, host, name, isTurned, byWeight, ownLocation, onChange, onRemove }: HostRowProps) {
  const { data } = useQuery({
    queryKey: ['availabilities', host.userId],
    queryFn: () =>
      call('GET /admin/userAvailabilities/availabilities/:userId', { path: { userId: host.userId } }),
  });
  const all = data?.userAvailabilities;
  return (
    <li className="flex flex-col gap-3 rounded-lg border p-3">
      <div className="flex items-center gap-3">
        <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
        {all !== undefined && all.length > 0 && (
          <div className="w-50">
            <Select
              label={`Availability of ${name}`}
              value={host.availabilityId ?? usual}
              options={[
                { value: usual, label: `Default (${all[0]?.name ?? ''})` },
                ...all.map(({ id, name: label }) => ({ value: id, label })),
              ]}
              onChange={(value) => onChange({ ...host, availabilityId: value === usual ? null : value })}
            />
          </div>
        )}
        <IconButton plain icon={X} label={`Remove ${name}`} onClick={onRemove} />
      </div>
      {all?.length === 0 && (
        <p className="text-small text-warning-text">
          {name} has no availability yet, so nothing is offered with them.{' '}
          <a className="underline" href={`${paths.availability}?user=${encodeURIComponent(host.userId)}`}>
            Open availabilities
          </a>
        </p>
      )}
      {isTurned && (
        <div className="grid gap-3 sm:grid-cols-2">
          <NumberSetting
            label="Priority (1 to 5)"
            value={host.priority}
            least={1}
            most={5}
            onChange={(priority) => onChange({ ...host, priority: priority ?? 1 })}
          />
          {byWeight && (
            <NumberSetting
              label="Weight"
              value={host.weight}
              least={1}
              most={100}
              onChange={(weight) => onChange({ ...host, weight: weight ?? 1 })}
            />
          )}
        </div>
      )}
      {ownLocation && (
        <div className="flex flex-col gap-2">
          <LocationFields
            label={`Where ${name} meets`}
            location={host.location ?? { kind: 'link', text: '' }}
            onChange={(location, typed) => onChange({ ...host, location }, typed)}
          />
          <CallWarning
            flowId={flowId}
            locations={host.location === null ? [] : [host.location]}
            hostIds={[host.userId]}
          />
        </div>
      )}
    </li>
  );
}

/** Who is booked. */
export function HostsSetting({ session, content, event }: EventPartProps) {
  const set = useEventProp({ session, content });
  const { data: people = [] } = useQuery(peopleQuery);
  const { eventType, hosts, assignBy, locationType } = event;
  const isTurned = eventType === 'round_robin';
  const isTeam = isTurned || eventType === 'collective';
  const change = (next: readonly EventHost[], typed = false) => set('hosts', next.map(storedHost), typed);
  const others = people.filter(({ id }) => !hosts.some(({ userId }) => userId === id));
  const mayAdd = others.length > 0 && hosts.length < (isTeam ? mostHosts : 1);
  return (
    <SettingRow
      part="hosts"
      title={isTeam ? 'Hosts' : 'Host'}
      hint={
        isTeam || hosts.length < 2 ? undefined : 'The first host is booked; the others are kept for a team.'
      }
    >
      <div className="flex flex-col gap-3">
        <ul aria-label="Hosts" className="flex flex-col gap-2">
          {hosts.map((host) => (
            <HostRow
              key={host.userId}
              flowId={session.flowId}
              host={host}
              name={people.find(({ id }) => id === host.userId)?.name ?? 'Former member'}
              isTurned={isTurned}
              byWeight={assignBy === 'weights'}
              ownLocation={isTurned && locationType === 'individual'}
              onChange={(next, typed) =>
                change(
                  hosts.map((each) => (each.userId === host.userId ? next : each)),
                  typed,
                )
              }
              onRemove={() => change(hosts.filter(({ userId }) => userId !== host.userId))}
            />
          ))}
        </ul>
        {mayAdd && (
          <div className="max-w-80">
            <SearchSelect
              label="Add a host"
              placeholder="Add a host"
              value=""
              options={others.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(userId) =>
                change([...hosts, { userId, availabilityId: null, weight: 1, priority: 1, location: null }])
              }
            />
          </div>
        )}
        {isTurned && (
          <div className="max-w-80">
            <Select
              label="Whose turn it is"
              value={assignBy}
              options={[
                { value: 'least_recent', label: 'Whoever was booked longest ago' },
                { value: 'weights', label: 'By weights' },
              ]}
              onChange={(value) => set('assignBy', value)}
            />
          </div>
        )}
      </div>
    </SettingRow>
  );
}
