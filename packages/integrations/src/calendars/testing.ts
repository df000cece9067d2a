import type { ReadingOptions } from './calendar-event.ts';
import { eventsOfIcs } from './ics-events.ts';

export const at = (text: string): number => Date.parse(text);
export const november: ReadingOptions = {
  from: at('2026-11-01T00:00Z'),
  to: at('2026-12-01T00:00Z'),
  zone: 'Europe/Paris',
  owners: ['ann@example.org'],
};
export const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:one', ...lines, 'END:VEVENT'].join('\r\n');
export const calendar = (...parts: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...parts, 'END:VCALENDAR', ''].join('\r\n');
export const read = (text: string, options = november) => eventsOfIcs([text], options);
/** What blocks: starts and ends of timed events, dates of the others. */
export const times = (text: string, options = november) =>
  read(text, options).map(({ when }) =>
    when.kind === 'timed'
      ? `${new Date(when.from).toISOString().slice(0, 16)}/${new Date(when.to).toISOString().slice(0, 16)}`
      : `${when.from}/${when.to} ${when.zone}`,
  );
