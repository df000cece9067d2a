import { must } from '@weft/std';
import { afterEach, expect, it } from 'vitest';
import { connectorOf } from '../connectors/connectors.ts';
import { connection } from './connection.ts';
import { standIns } from './stand-ins.ts';
import { StrictServer } from './strict-server.ts';
import { wantedEvent } from './vendors/local-calendar.ts';
import { type LocalMeetings, wantedMeeting } from './vendors/local-meetings.ts';

const hour = 3_600_000;
const moved = { ...wantedMeeting, from: wantedMeeting.from + hour, to: wantedMeeting.to + hour };

let open: StrictServer | undefined;
afterEach(async () => {
  expect(open?.violations).toEqual([]);
  await open?.[Symbol.asyncDispose]();
  open = undefined;
});

async function account(type: string) {
  const connector = must(connectorOf(type));
  const vendor = must(standIns[type])();
  const server = await new StrictServer(vendor.routes).listen();
  open = server;
  return { connector, vendor, server, http: connection(connector, vendor, server).http };
}

it.each(['zoom', 'teamsmeetings'])('one call of %s is made, moved and called off', async (type) => {
  const { connector, vendor, http } = await account(type);
  const { meetings } = vendor as unknown as { readonly meetings: LocalMeetings };
  const calls = must(connector.meetings)(http);
  const made = await calls.write('key1', null, wantedMeeting);
  expect(made.joinUrl).toMatch(/^https:/);
  // A server that died before it noted the call finds it again.
  expect(await calls.write('key1', null, moved)).toEqual(made);
  expect(await calls.write('key1', made.id, wantedMeeting)).toEqual(made);
  expect(meetings.contents()).toEqual([wantedMeeting]);
  await calls.write('key2', null, wantedMeeting);
  expect(meetings.contents()).toHaveLength(2);
  // What somebody deleted there is made anew.
  meetings.meetings.delete(made.id);
  const again = await calls.write('key1', made.id, moved);
  expect(again.id).not.toBe(made.id);
  await calls.remove('key1', again.id, moved);
  await calls.remove('key1', again.id, moved);
  await calls.remove('key2', null, wantedMeeting);
  expect(meetings.contents()).toEqual([]);
});

it('a call of Google Meet comes with its event, though it is not there at once', async () => {
  const { connector, vendor, http } = await account('googlecalendar');
  const { calendarId } = must(vendor.scheduling);
  const write = () =>
    must(connector.calendars)(http).write(calendarId, 'key1', { ...wantedEvent, conference: true });
  await expect(write()).rejects.toMatchObject({ class: 'retry' });
  expect(await write()).toBe('https://meet.google.com/key1');
  expect(await write()).toBe('https://meet.google.com/key1');
  expect(vendor.sentOf?.([])).toHaveLength(1);
});
