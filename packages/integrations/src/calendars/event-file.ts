import ICAL from 'ical.js';
import type { WrittenEvent } from './connected-calendars.ts';

// A folded line begins with a space, which ical.js does not count; lines have at most 75 bytes (RFC 5545, section 3.1).
ICAL.foldLength = 74;

/**
 * The file of an event for the calendar of its host: without those it was sent to, whom the server would mail too, and
 * without the method, which stored files do not have (RFC 4791, section 4.1). Who comes stands in the description.
 */
export function eventFile(sent: string): string {
  const calendar = new ICAL.Component(ICAL.parse(sent) as never);
  calendar.removeAllProperties('method');
  for (const event of calendar.getAllSubcomponents('vevent')) {
    const guests = event.getAllProperties('attendee').map((attendee) => {
      const address = String(attendee.getFirstValue()).replace(/^mailto:/i, '');
      const name = attendee.getParameter('cn');
      return name === undefined || name === '' || name === address ? address : `${name} (${address})`;
    });
    const said = event.getFirstPropertyValue('description');
    event.removeAllProperties('attendee');
    event.removeAllProperties('organizer');
    event.updatePropertyWithValue(
      'description',
      [`With ${guests.join(', ')}`, ...(typeof said === 'string' ? [said] : [])].join('\n'),
    );
  }
  return `${calendar.toString()}\r\n`;
}

/** The same for services that take no files. */
export function writtenEvent(file: string): WrittenEvent {
  const component = new ICAL.Component(ICAL.parse(file) as never).getFirstSubcomponent('vevent');
  if (component === null) throw new Error('A file for calendars holds an event');
  const { summary, description, location, startDate, endDate } = new ICAL.Event(component);
  return {
    ...{ title: summary ?? '', description: description ?? '', location: location ?? '' },
    ...{ from: startDate.toUnixTime() * 1_000, to: endDate.toUnixTime() * 1_000 },
  };
}
