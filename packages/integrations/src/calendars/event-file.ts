import ICAL from 'ical.js';

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
