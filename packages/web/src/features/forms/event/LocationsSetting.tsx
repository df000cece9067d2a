import { callKindOf, callNames, type EventLocation, type LocationKind, mostLocations } from '@weft/forms';
import { Button, IconButton, Select, TextInput } from '@weft/ui';
import { Plus, X } from 'lucide-react';
import { SettingRow } from '../../../shell/SettingRow.tsx';
import { CallWarning } from './CallWarning.tsx';
import { type EventPartProps, useEventProp } from './event-part.ts';

const kinds: { readonly [K in LocationKind]: { readonly label: string; readonly of: string } } = {
  address: { label: 'In person', of: '12 quai Perrache, Lyon' },
  zoom: { label: callNames.zoom, of: '' },
  teams: { label: callNames.teams, of: '' },
  meet: { label: callNames.meet, of: '' },
  link: { label: 'Video call (own link)', of: 'https://meet.example.org/room' },
  phone: { label: 'They call', of: '+33 1 23 45 67 89' },
  ask_phone: { label: 'You call them', of: '' },
};

const kindOptions = (Object.keys(kinds) as LocationKind[]).map((value) => ({
  value,
  label: kinds[value].label,
}));

/** A kind of place, and where it is. */
export function LocationFields({
  label,
  location,
  onChange,
}: {
  readonly label: string;
  readonly location: EventLocation;
  /** Where it is typed, all of it is one step to undo. */
  readonly onChange: (location: EventLocation, typed?: boolean) => void;
}) {
  const { kind, text } = location;
  const isMade = callKindOf(location) !== null;
  const saysNothing = (next: LocationKind) => next === 'ask_phone' || callKindOf({ kind: next }) !== null;
  return (
    <div className="flex min-w-0 flex-1 flex-wrap gap-2">
      <div className="w-50">
        <Select
          label={`${label}: kind`}
          value={kind}
          options={kindOptions}
          onChange={(next) => onChange({ kind: next, text: saysNothing(next) ? '' : text })}
        />
      </div>
      {isMade && (
        <p className="min-w-50 flex-1 self-center text-small text-text-muted">
          A link is made for each booking, and sent by mail.
        </p>
      )}
      {!saysNothing(kind) && (
        <TextInput
          aria-label={label}
          className="min-w-50 flex-1"
          placeholder={kinds[kind].of}
          maxLength={500}
          autoComplete="off"
          value={text}
          onChange={({ target }) => onChange({ kind, text: target.value }, true)}
          onBlur={() => text !== text.trim() && onChange({ kind, text: text.trim() }, true)}
        />
      )}
    </div>
  );
}

/** Where one meets. */
export function LocationsSetting({ session, content, event }: EventPartProps) {
  const set = useEventProp({ session, content });
  const { eventType, hosts, locations, locationType } = event;
  const change = (next: readonly EventLocation[], typed = false) =>
    set('locations', next.length === 0 ? null : next.map(({ kind, text }) => ({ kind, text })), typed);
  const isIndividual = eventType === 'round_robin' && locationType === 'individual';
  return (
    <SettingRow title="Location" hint="With several, whoever books chooses one.">
      <div className="flex flex-col items-start gap-3">
        {eventType === 'round_robin' && (
          <div className="w-full max-w-80">
            <Select
              label="Whose location"
              value={locationType}
              options={[
                { value: 'shared', label: 'The same for all hosts' },
                { value: 'individual', label: 'Each host’s own' },
              ]}
              onChange={(value) => set('roundRobinSettings', { locationType: value })}
            />
          </div>
        )}
        {!isIndividual && (
          <>
            {locations.map((location, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: places have no ids, and are edited where they stand
              <div key={index} className="flex w-full items-start gap-2">
                <LocationFields
                  label={`Location ${index + 1}`}
                  location={location}
                  onChange={(next, typed) => change(locations.with(index, next), typed)}
                />
                <IconButton
                  plain
                  icon={X}
                  label={`Remove location ${index + 1}`}
                  onClick={() => change(locations.filter((_, i) => i !== index))}
                />
              </div>
            ))}
            <CallWarning
              flowId={session.flowId}
              locations={locations}
              hostIds={(eventType === 'round_robin' ? hosts : hosts.slice(0, 1)).map(({ userId }) => userId)}
            />
            {locations.length < mostLocations && (
              <Button icon={Plus} onClick={() => change([...locations, { kind: 'address', text: '' }])}>
                Add location
              </Button>
            )}
          </>
        )}
      </div>
    </SettingRow>
  );
}
