import { anObject, aText, type Content, type PropRules } from '@weft/documents';
import { nameKey, namesIn, pipedWithin } from '../piping.ts';

/** Mails to whoever booked, each sent when its name says; `requested`: a host has to say yes first. */
export const eventMailKinds = [
  ...(['confirmed', 'requested', 'approved', 'declined', 'moved', 'cancelled', 'reminder'] as const),
] as const;
export type EventMailKind = (typeof eventMailKinds)[number];

export interface EventMail {
  readonly subject: string;
  readonly text: string;
}

/** What a text may name, as '{{Date}}'. */
export const eventPipes = [
  ...(['Event', 'Date', 'Time', 'Location', 'Host', 'Name', 'Reason', 'Link'] as const),
] as const;
export type EventPipe = (typeof eventPipes)[number];
export type EventPipeValues = { readonly [P in EventPipe]: string };

export const longestMailSubject = 200;
export const longestMailText = 4_000;
/** Characters of a mail with everything it names. */
const longestMade = 40_000;

const when = '{{Event}}\n{{Date}}\n{{Time}}\n{{Location}}';
const change = 'Change or cancel it here:\n{{Link}}';

/** What is sent where nobody has written another text. */
export const standardMails: { readonly [K in EventMailKind]: EventMail } = {
  confirmed: {
    subject: 'You are booked: {{Event}}',
    text: `You are booked.\n\n${when}\n\n${change}\n`,
  },
  requested: {
    subject: 'Your booking waits for approval: {{Event}}',
    text: `Your booking waits for approval.\n\n${when}\n\n${change}\n`,
  },
  approved: {
    subject: 'Your booking is confirmed: {{Event}}',
    text: `Your booking is confirmed.\n\n${when}\n\n${change}\n`,
  },
  declined: {
    subject: 'Your booking was declined: {{Event}}',
    text: `Your booking was declined.\n\n${when}\n{{Reason}}\n`,
  },
  moved: {
    subject: 'Your booking was moved: {{Event}}',
    text: `Your booking was moved.\n\n${when}\n\n${change}\n`,
  },
  cancelled: {
    subject: 'Your booking was cancelled: {{Event}}',
    text: `Your booking was cancelled.\n\n${when}\n{{Reason}}\n`,
  },
  reminder: {
    subject: 'Your booking is soon: {{Event}}',
    text: `Your booking is soon.\n\n${when}\n\n${change}\n`,
  },
};

const aMail = anObject({ subject: aText(longestMailSubject), text: aText(longestMailText) });

/** The property of a document that holds a mail's text; each has its own, so that two people can write two of them. */
export const eventMailProp = (kind: EventMailKind): string => `${kind}Mail`;

export const eventMailProps: PropRules = Object.fromEntries(
  eventMailKinds.map((kind) => [eventMailProp(kind), aMail]),
);

/** The mail of a kind as somebody wrote it; null: the standard one. */
export const ownEventMail = ({ props }: Pick<Content, 'props'>, kind: EventMailKind): EventMail | null =>
  (props[eventMailProp(kind)] as unknown as EventMail | undefined) ?? null;

/** The mails of an event, own or standard. */
export const eventMailsOf = (
  content: Pick<Content, 'props'>,
): { readonly [K in EventMailKind]: EventMail } => ({
  ...standardMails,
  ...Object.fromEntries(
    eventMailKinds.flatMap((kind) => {
      const own = ownEventMail(content, kind);
      return own === null ? [] : [[kind, own]];
    }),
  ),
});

/** What a text names that there is not. */
export const unknownPipes = ({ subject, text }: EventMail): readonly string[] => {
  const known: readonly string[] = eventPipes.map(nameKey);
  return [...new Set(namesIn(`${subject}\n${text}`).filter((name) => !known.includes(nameKey(name))))];
};

const onlyPipes = /^\s*(?:\{\{[^{}]+\}\}\s*)+$/;

/** The mail with what it names. A line that names nothing but what there is not is left out. */
export function madeEventMail({ subject, text }: EventMail, values: EventPipeValues): EventMail {
  const named = Object.entries(values);
  const lines = text.split('\n').flatMap((line) => {
    const made = pipedWithin(line, named, longestMade) ?? '';
    return made.trim() === '' && onlyPipes.test(line) ? [] : [made];
  });
  return {
    subject: (pipedWithin(subject, named, longestMade) ?? '').replace(/\s+/g, ' ').trim(),
    text: lines.join('\n').slice(0, longestMade),
  };
}
