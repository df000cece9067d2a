import type { Content } from '@weft/documents';
import {
  customDuration,
  type EventType,
  eventOf,
  longestDescription,
  mostDurations,
  mostReminders,
  mostSeats,
  questionsOf,
  questionType,
  titleOf,
} from '@weft/forms';
import { Button, FormField, IconButton, Select, Switch, Textarea, TextInput } from '@weft/ui';
import { Plus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { setProp } from '../../../editor/set-prop.ts';
import { SettingRow } from '../../../shell/SettingRow.tsx';
import type { FormSession } from '../form-session.ts';
import { NumberSetting } from '../NumberSetting.tsx';
import { AvatarSetting } from './AvatarSetting.tsx';
import { type EventPartProps, useEventProp } from './event-part.ts';
import { HostsSetting } from './HostsSetting.tsx';
import { LocationsSetting } from './LocationsSetting.tsx';
import { MailsSetting } from './MailsSetting.tsx';
import type { SettingPart } from './time-reasons.ts';

const typeOptions: readonly { readonly value: EventType; readonly label: string; readonly hint: string }[] = [
  { value: 'individual', label: 'Individual', hint: 'One host meets one person' },
  { value: 'group', label: 'Group', hint: 'One host meets several people at a time' },
  { value: 'collective', label: 'Collective', hint: 'All hosts meet one person' },
  { value: 'round_robin', label: 'Round robin', hint: 'One of the hosts, by turns' },
];

/** What can be booked, with whom, where and when: part of the draft, seen once it is published. */
export function EventTab({
  session,
  content,
  shownFirst,
  onShown,
}: {
  readonly session: FormSession;
  readonly content: Content;
  /** The part that somebody came for. */
  readonly shownFirst: SettingPart | null;
  /** Whoever comes back later has come for no part. */
  readonly onShown: () => void;
}) {
  const parts = useRef<HTMLDivElement>(null);
  const event = eventOf(content);
  useEffect(() => {
    if (shownFirst === null) return;
    const part = parts.current?.querySelector(`[data-part="${shownFirst}"]`);
    part?.scrollIntoView();
    part?.querySelector('input')?.focus({ preventScroll: true });
    onShown();
  }, [shownFirst, onShown]);
  if (event === null) return null;
  const part = { session, content, event };
  return (
    <div className="flex-1 overflow-y-auto px-8 py-8 max-sm:px-4">
      <div ref={parts} className="mx-auto max-w-180">
        <About {...part} />
        <HostsSetting {...part} />
        <LocationsSetting {...part} />
        <Durations {...part} />
        <Times {...part} />
        <Booking {...part} />
        <Reminders {...part} />
        <MailsSetting {...part} />
      </div>
    </div>
  );
}

function About({ session, content, event }: EventPartProps) {
  const set = useEventProp({ session, content });
  return (
    <SettingRow part="about" title="Event" hint="What people see above the times.">
      <div className="flex flex-col gap-4">
        <FormField label="Title">
          {(control) => (
            <TextInput
              {...control}
              value={titleOf(content)}
              maxLength={255}
              autoComplete="off"
              onChange={({ target }) => set('title', target.value, true)}
            />
          )}
        </FormField>
        <FormField label="Description">
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={longestDescription}
              value={event.description}
              onChange={({ target }) => set('description', target.value === '' ? null : target.value, true)}
            />
          )}
        </FormField>
        <AvatarSetting {...{ session, content, event }} />
        <FormField label="Kind">
          {(control) => (
            <Select
              {...control}
              label="Kind"
              value={event.eventType}
              options={typeOptions}
              onChange={(value) => set('eventType', value)}
            />
          )}
        </FormField>
        {event.eventType === 'group' && (
          <NumberSetting
            label="Seats"
            value={event.maxSeats}
            least={1}
            most={mostSeats}
            onChange={(value) => set('maxSeats', value)}
          />
        )}
      </div>
    </SettingRow>
  );
}

/** A list of numbers of minutes, of which each can be removed. */
function MinutesList({
  label,
  minutes,
  most,
  added,
  least,
  onChange,
}: {
  readonly label: string;
  readonly minutes: readonly number[];
  readonly most: number;
  readonly added: number;
  /** How many there must be. */
  readonly least: number;
  readonly onChange: (minutes: readonly number[]) => void;
}) {
  return (
    <div className="flex flex-col items-start gap-2">
      {minutes.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same number may stand in a list twice while it is edited
        <div key={index} className="flex items-end gap-2">
          <NumberSetting
            label={`${label} ${index + 1} (minutes)`}
            value={value}
            least={1}
            most={40_320}
            onChange={(next) => next !== null && onChange(minutes.with(index, next))}
          />
          {minutes.length > least && (
            <IconButton
              plain
              icon={X}
              label={`Remove ${label.toLowerCase()} ${index + 1}`}
              onClick={() => onChange(minutes.filter((_, i) => i !== index))}
            />
          )}
        </div>
      ))}
      {minutes.length < most && (
        <Button icon={Plus} onClick={() => onChange([...minutes, added])}>
          Add {label.toLowerCase()}
        </Button>
      )}
    </div>
  );
}

function Durations({ session, content, event }: EventPartProps) {
  const set = useEventProp({ session, content });
  return (
    <SettingRow title="Duration" hint="With several, whoever books chooses one; the first is the usual one.">
      <MinutesList
        label="Duration"
        minutes={event.durations}
        most={mostDurations}
        added={customDuration}
        least={1}
        onChange={(durations) =>
          set(
            'durations',
            durations.map((value) => Math.min(value, 1_440)),
          )
        }
      />
    </SettingRow>
  );
}

function Times({ session, content, event }: EventPartProps) {
  const set = useEventProp({ session, content });
  const { bookingWindow } = event;
  const isRange = bookingWindow !== null && 'from' in bookingWindow;
  const minutes = (label: string, key: string, value: number | null, hint?: string, least = 0) => (
    <NumberSetting
      {...{ label, hint, value, least }}
      most={525_600}
      onChange={(next) => set(key, next === 0 ? null : next)}
    />
  );
  return (
    <SettingRow
      part="times"
      title="Times"
      hint="Minutes. Dates and limits count on the clock of the first host."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {minutes('A time every', 'slotIntervalMins', event.slotIntervalMins, 'Left empty: the duration', 5)}
        {minutes('Notice', 'noticeMins', event.noticeMins, 'At least so long before')}
        {minutes('Buffer before', 'bufferBeforeMins', event.bufferBeforeMins)}
        {minutes('Buffer after', 'bufferAfterMins', event.bufferAfterMins)}
        {!isRange && (
          <NumberSetting
            label="Days ahead"
            hint="Left empty: any day"
            value={bookingWindow === null ? null : bookingWindow.days}
            least={0}
            most={730}
            onChange={(value) => set('windowDays', value)}
          />
        )}
        {isRange &&
          (['windowFrom', 'windowTo'] as const).map((key) => (
            <FormField key={key} label={key === 'windowFrom' ? 'First date' : 'Last date'}>
              {(control) => (
                <TextInput
                  {...control}
                  type="date"
                  value={key === 'windowFrom' ? bookingWindow.from : bookingWindow.to}
                  onChange={({ target }) => target.value !== '' && set(key, target.value)}
                />
              )}
            </FormField>
          ))}
      </div>
      <Switch
        label="Between two dates"
        className="mt-3 min-h-8"
        checked={isRange}
        onChange={(on) => {
          const today = new Date().toISOString().slice(0, 10);
          session.edit([
            ...setProp(content, null, 'windowFrom', on ? today : null),
            ...setProp(content, null, 'windowTo', on ? today : null),
          ]);
        }}
      />
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <NumberSetting
          label="At most per day"
          hint="Left empty: no limit"
          value={event.maxPerDay}
          least={1}
          most={1_000}
          onChange={(value) => set('maxPerDay', value)}
        />
        <NumberSetting
          label="At most per week"
          hint="Left empty: no limit"
          value={event.maxPerWeek}
          least={1}
          most={7_000}
          onChange={(value) => set('maxPerWeek', value)}
        />
      </div>
    </SettingRow>
  );
}

function Booking({ session, content, event }: EventPartProps) {
  const set = useEventProp({ session, content });
  const takesPayment = questionsOf(content).some(({ type }) => questionType(type).takesPayment === true);
  return (
    <SettingRow
      title="Booking"
      hint="Everybody is asked for name and email; other questions stand under ‘Questions’."
    >
      <div className="flex flex-col gap-4">
        <Switch
          label="A host approves each booking"
          className="min-h-8"
          checked={event.approval}
          onChange={(on) => set('approval', on ? true : null)}
        />
        {takesPayment && (
          <p className="-mt-2 text-small text-text-muted">
            {event.approval
              ? 'It cannot be published so: people would pay for a time that they may not get. Turn approval off, or delete the payment.'
              : 'A page that takes a payment books as soon as it is paid: it cannot wait for approval.'}
          </p>
        )}
        <Switch
          label="Waiting list for times that are taken"
          className="min-h-8"
          checked={event.waitingList}
          onChange={(on) => set('waitingList', on ? true : null)}
        />
        <Switch
          label="Guests may be added"
          className="min-h-8"
          checked={event.guests}
          onChange={(on) => set('guests', on ? true : null)}
        />
        <FormField label="What it says once it is booked">
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={longestDescription}
              value={event.confirmation}
              onChange={({ target }) => set('confirmation', target.value === '' ? null : target.value, true)}
            />
          )}
        </FormField>
      </div>
    </SettingRow>
  );
}

function Reminders({ session, content, event }: EventPartProps) {
  const set = useEventProp({ session, content });
  return (
    <SettingRow title="Reminders" hint="A mail to whoever booked, so many minutes before.">
      <MinutesList
        label="Reminder"
        minutes={event.reminders}
        most={mostReminders}
        added={60}
        least={0}
        onChange={(reminders) =>
          set(
            'reminders',
            reminders.map((value) => Math.max(value, 5)),
          )
        }
      />
    </SettingRow>
  );
}
