import { must } from '@weft/std';
import { afterEach, expect, it } from 'vitest';
import { connectorOf } from '../connectors/connectors.ts';
import { connection } from './connection.ts';
import { standIns } from './stand-ins.ts';
import { StrictServer } from './strict-server.ts';
import { type LocalCalendar, wantedEvent } from './vendors/local-calendar.ts';

const hour = 60 * 60 * 1_000;
const day = { from: Date.parse('2026-11-24T00:00Z'), to: Date.parse('2026-11-25T00:00Z') };
const moved = { ...wantedEvent, from: wantedEvent.from + hour, to: wantedEvent.to + hour };

let open: StrictServer | undefined;
afterEach(async () => {
  expect(open?.violations).toEqual([]);
  await open?.[Symbol.asyncDispose]();
  open = undefined;
});

/** The calendars of an account beside what the stand-in of the service keeps. */
async function account(type: 'googlecalendar' | 'outlookcalendar') {
  const connector = must(connectorOf(type));
  const vendor = must(standIns[type])();
  const server = await new StrictServer(vendor.routes).listen();
  open = server;
  const calendars = must(connector.calendars)(connection(connector, vendor, server).http);
  const { calendar } = vendor as unknown as { readonly calendar: LocalCalendar };
  return { calendars, calendar, server, id: must(vendor.scheduling).calendarId };
}

it('move an event in Google Calendar again and again, and keep what its owner added to it', async () => {
  const { calendars, calendar, server, id } = await account('googlecalendar');
  for (const event of [wantedEvent, moved, wantedEvent, moved]) await calendars.write(id, 'key1', event);
  expect(calendar.contents()).toEqual([moved]);
  // What a request does not name is kept, and its number of changes is Google's to count.
  const changes = server.calls.filter(({ route }) => route.method === 'PATCH');
  expect(changes).toHaveLength(4);
  for (const { body } of changes)
    expect(Object.keys(body as object).toSorted()).toEqual([
      ...['description', 'end', 'extendedProperties', 'location', 'start', 'status', 'summary'],
    ]);
});

it('write an event to Outlook Calendar again after it was removed', async () => {
  const { calendars, calendar, id } = await account('outlookcalendar');
  for (const event of [wantedEvent, moved]) {
    await calendars.write(id, 'key1', event);
    expect(calendar.contents()).toEqual([event]);
    await calendars.remove(id, 'key1');
    expect(calendar.contents()).toEqual([]);
  }
});

it('move the event that another attempt adds to Outlook Calendar meanwhile', async () => {
  const { calendars, calendar, server, id } = await account('outlookcalendar');
  await calendars.write(id, 'key1', wantedEvent);
  server.reset();
  // The event is not found yet when the second attempt looks for it.
  server.faults.set(0, { kind: 'body', text: '{"value":[]}' });
  await calendars.write(id, 'key1', moved);
  expect(calendar.contents()).toEqual([moved]);
});

it('add an event to Outlook Calendar once where it was removed and the answer to its addition is lost', async () => {
  const { calendars, calendar, server, id } = await account('outlookcalendar');
  const unseen = { kind: 'body', text: '{"value":[]}' } as const;
  await calendars.write(id, 'key1', wantedEvent);
  await calendars.remove(id, 'key1');
  server.reset();
  // Looked for, added before, looked for, and added anew: that answer is lost.
  server.faults.set(3, { kind: 'reset' });
  await expect(calendars.write(id, 'key1', wantedEvent)).rejects.toThrow();
  expect(calendar.contents()).toEqual([wantedEvent]);
  server.reset();
  // The event that was added is not found by the next attempt yet.
  for (const call of [0, 2]) server.faults.set(call, unseen);
  await calendars.write(id, 'key1', moved);
  expect(calendar.contents()).toEqual([moved]);
});

it.each([400, 404, 410])('read Outlook Calendar whole where its last state answers %i', async (status) => {
  const { calendars, calendar, server, id } = await account('outlookcalendar');
  calendar.put('meeting', null, wantedEvent);
  const first = await calendars.changed(id, day, null, 'UTC');
  server.reset();
  server.faults.set(0, { kind: 'status', status });
  expect(await calendars.changed(id, day, must(first).version, 'UTC')).toEqual(first);
  expect(must(first).events).toHaveLength(1);
});

it.each([
  ['its events', 0],
  ['what changed in it', 1],
])('refuse to read Outlook Calendar where a page of %s is on another host', async (_, page) => {
  const { calendars, server, id } = await account('outlookcalendar');
  const asked = [
    () => calendars.events(id, day, 'UTC'),
    () => calendars.changed(id, day, null, 'UTC'),
  ] as const;
  const text = JSON.stringify({
    value: [],
    '@odata.nextLink': 'https://graph.microsoft.com.evil.example/v1.0/me',
  });
  server.faults.set(0, { kind: 'body', text });
  await expect(must(asked[page])()).rejects.toMatchObject({ class: 'permanent' });
  expect(server.calls).toHaveLength(1);
});
