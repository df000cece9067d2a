import {
  type EventMail,
  type EventMailKind,
  type EventPipe,
  eventMailKinds,
  eventMailProp,
  eventPipes,
  longestMailSubject,
  longestMailText,
  madeEventMail,
  ownEventMail,
  standardMails,
  titleOf,
  unknownPipes,
} from '@weft/forms';
import { Badge, Button, FormField, Select, Switch, Textarea, TextInput } from '@weft/ui';
import { useRef, useState } from 'react';
import { SettingRow } from '../../../shell/SettingRow.tsx';
import { type EventPartProps, useEventProp } from './event-part.ts';

const names: { readonly [K in EventMailKind]: string } = {
  confirmed: 'When it is booked',
  requested: 'When a host has to approve it',
  approved: 'When a host approves it',
  declined: 'When a host declines it',
  moved: 'When it is moved',
  cancelled: 'When it is cancelled',
  reminder: 'As a reminder',
};

const pipeHints: { readonly [P in EventPipe]: string } = {
  ...{ Event: 'the title', Date: 'in the zone of whoever booked', Time: 'in the zone of whoever booked' },
  ...{ Location: 'or the link of the call', Host: 'who is met', Name: 'of whoever booked' },
  ...{ Reason: 'why a host cancelled or declined', Link: 'to change or cancel' },
};

/** The mails to whoever booked: own texts, or the standard ones. */
export function MailsSetting({ session, content, event }: EventPartProps) {
  const set = useEventProp({ session, content });
  const [kind, setKind] = useState<EventMailKind>('confirmed');
  const [shows, setShows] = useState(false);
  const text = useRef<HTMLTextAreaElement>(null);
  const own = ownEventMail(content, kind);
  const mail = event.mails[kind];
  const write = (part: Partial<EventMail>) => {
    const { subject, text: body } = { ...mail, ...part };
    set(eventMailProp(kind), { subject, text: body }, true);
  };
  const add = (pipe: EventPipe) => {
    const box = text.current;
    const [from, to] = [box?.selectionStart ?? mail.text.length, box?.selectionEnd ?? mail.text.length];
    const named = `{{${pipe}}}`;
    write({ text: (mail.text.slice(0, from) + named + mail.text.slice(to)).slice(0, longestMailText) });
    requestAnimationFrame(() => {
      box?.focus();
      box?.setSelectionRange(from + named.length, from + named.length);
    });
  };
  const [unknown] = unknownPipes(mail);
  return (
    <SettingRow title="Mails" hint="To whoever books, and their guests. The calendar file goes with them.">
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-50 flex-1">
            <FormField label="Mail">
              {(control) => (
                <Select
                  {...control}
                  label="Mail"
                  value={kind}
                  options={eventMailKinds.map((value) => ({
                    value,
                    label: names[value],
                    hint: ownEventMail(content, value) === null ? 'Standard text' : 'Own text',
                  }))}
                  onChange={setKind}
                />
              )}
            </FormField>
          </div>
          {own === null ? (
            <Badge>Standard text</Badge>
          ) : (
            <Button onClick={() => set(eventMailProp(kind), null)}>Reset to standard text</Button>
          )}
        </div>
        <FormField label="Subject">
          {(control) => (
            <TextInput
              {...control}
              value={mail.subject}
              maxLength={longestMailSubject}
              autoComplete="off"
              onChange={({ target }) => write({ subject: target.value })}
            />
          )}
        </FormField>
        <FormField
          label="Text"
          hint="A line that holds only what there is not, such as no location, is left out."
          error={
            unknown === undefined ? undefined : `There is no ‘{{${unknown}}}’: choose one of those below.`
          }
        >
          {(control) => (
            <Textarea
              {...control}
              ref={text}
              rows={8}
              maxLength={longestMailText}
              value={mail.text}
              onChange={({ target }) => write({ text: target.value })}
            />
          )}
        </FormField>
        <fieldset aria-label="Insert into the text" className="flex flex-wrap gap-2">
          {eventPipes.map((pipe) => (
            <Button key={pipe} aria-label={`Insert ${pipe}: ${pipeHints[pipe]}`} onClick={() => add(pipe)}>
              {pipe}
            </Button>
          ))}
        </fieldset>
        <Switch label="Preview" className="min-h-8" checked={shows} onChange={setShows} />
        {shows && (
          <Preview
            {...{ mail, event }}
            title={titleOf(content)}
            hasReason={standardMails[kind].text.includes('{{Reason}}')}
          />
        )}
      </div>
    </SettingRow>
  );
}

interface PreviewProps extends Pick<EventPartProps, 'event'> {
  readonly mail: EventMail;
  readonly title: string;
  readonly hasReason: boolean;
}

/** The mail as it is with an invented booking of tomorrow. */
function Preview({ mail, title, event, hasReason }: PreviewProps) {
  const from = new Date();
  from.setDate(from.getDate() + 1);
  from.setHours(10, 0, 0, 0);
  const to = new Date(from.getTime() + (event.durations[0] ?? 30) * 60_000);
  const clock = (time: Date) => time.toLocaleTimeString('en-GB', { hour: 'numeric', minute: '2-digit' });
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone.split('/').at(-1)?.replaceAll('_', ' ');
  const made = madeEventMail(mail, {
    ...{ Event: title, Host: 'Ann Larsen', Name: 'Amara Lindqvist' },
    Date: from
      .toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
      .replace(',', ''),
    Time: `${clock(from)} to ${clock(to)}, ${zone}`,
    Location: event.locations[0] === undefined ? '' : event.locations[0].text || 'https://call.example/482',
    Reason: hasReason ? 'Why: I am ill' : '',
    Link: `${location.origin}/t/…/bookings/…`,
  });
  return (
    <section aria-label="Preview of the mail" className="rounded-lg border bg-sunken p-4">
      <p className="break-words font-medium">{made.subject}</p>
      <p className="mt-3 whitespace-pre-wrap break-words text-base">{made.text}</p>
    </section>
  );
}
