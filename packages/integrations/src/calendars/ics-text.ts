/** All that is read of a calendar. Whatever else is malformed says nothing about anybody's time. */
const read = new Set([
  ...['BEGIN', 'END', 'UID', 'SUMMARY', 'URL', 'STATUS', 'TRANSP', 'ATTENDEE', 'FREEBUSY'],
  ...['DTSTART', 'DTEND', 'DURATION', 'RRULE', 'RDATE', 'EXDATE', 'RECURRENCE-ID'],
  ...['TZID', 'TZOFFSETFROM', 'TZOFFSETTO', 'TZNAME', 'X-LIC-LOCATION', 'X-WR-TIMEZONE'],
  ...['X-MICROSOFT-CDO-BUSYSTATUS'],
]);

const nameOf = /^([A-Za-z0-9-]+)[;:]/;
/** Nothing in a list is an empty list. */
const empty = /^(?:RRULE|RDATE|EXDATE)(?:;[^:]*)?:\s*$/i;
/** Google, Outlook and Apple read eight digits as a date, though `VALUE=DATE` is missing (RFC 5545, section 3.3.4). */
const bareDate =
  /^((?:DTSTART|DTEND|RDATE|EXDATE|RECURRENCE-ID)(?:;(?!VALUE=)[^:;]*)*):(\d{8}(?:,\d{8})*)\s*$/i;

/** The lines of an iCalendar file that are read, unfolded, as the format has them. A line that is no property stays: it is refused. */
export const readLines = (text: string): string =>
  text
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .filter((line) => {
      const name = nameOf.exec(line)?.[1];
      return name === undefined || (read.has(name.toUpperCase()) && !empty.test(line));
    })
    .map((line) => line.replace(bareDate, '$1;VALUE=DATE:$2'))
    .join('\r\n');
