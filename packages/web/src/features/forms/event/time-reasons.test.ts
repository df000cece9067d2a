import { eventOf } from '@weft/forms';
import { reasonCodes } from '@weft/scheduling';
import { describe, expect, it } from 'vitest';
import { type Circumstances, type ReasonCode, toldReason } from './time-reasons.ts';

const event = eventOf({ props: { eventType: 'individual', bufferAfterMins: 15, noticeMins: 240 } });
if (event === null) throw new Error('an event');
const work = { calendar: 'Work', link: 'https://calendar.example/fair' };
const fair = {
  id: 'fair',
  kind: 'event' as const,
  host: 'Ines',
  title: 'Fabric fair',
  heldUntil: null,
  ...work,
};
const minutes = 60_000;
const around: Circumstances = {
  event,
  flowId: 'flow',
  hours: [{ hostId: 'ines', from: 9, to: 17 }],
  taken: [
    { ...fair, from: 13, to: 14, around: { from: 13 - 15 * minutes, to: 14 } },
    {
      ...fair,
      id: 'hold',
      kind: 'held',
      from: 15,
      to: 16,
      around: { from: 15, to: 16 },
      heldUntil: 4 * minutes,
    },
    { ...fair, id: 'next', from: 15, to: 16, around: { from: 15, to: 16 + 30 * minutes } },
  ],
  now: 30_000,
  clock: (time) => `${time}:00`,
};
const told = (code: ReasonCode, by: string | null = null, from = 12) =>
  toldReason({ code, by, host: { id: 'ines', name: 'Ines' } }, from, around);

describe('a time that is not offered', () => {
  it('names the event that blocks it, and where it is from', () => {
    expect(told('busy', 'fair')).toMatchObject({
      heading: 'Busy: Fabric fair',
      line: 'Fabric fair, from Work',
      text: '13:00 to 14:00, from Work',
    });
    // What is called by its host alone is an event to others.
    expect(told('busy', 'another').line).toBe('An event of Ines');
  });

  it('says which buffer it lies in, and until when', () => {
    expect(told('buffer', 'fair')).toMatchObject({
      heading: 'Buffer: 15 min before Fabric fair',
      line: 'needs 15 min free before Fabric fair',
      text: `${13 - 15 * minutes}:00 to 13:00 stays free`,
    });
    const until = `${16 + 30 * minutes}:00`;
    expect(told('buffer', 'next', 16)).toMatchObject({
      heading: 'Buffer: 30 min after Fabric fair',
      line: `30 min after Fabric fair, until ${until}`,
      text: `16:00 to ${until} stays free`,
    });
    expect(told('buffer', 'another').line).toBe('Next to what Ines has');
  });

  it('says for how long it is held', () => {
    expect(told('held', 'hold')).toMatchObject({
      line: 'somebody is booking it, 4 min left',
      text: `Somebody is booking 15:00 to 16:00, until ${4 * minutes}:00 at most`,
    });
  });

  it('leads to the event where its calendar shows it, and to what is checked', () => {
    expect(told('busy', 'fair').ways).toEqual([
      { label: 'Open the event', href: 'https://calendar.example/fair' },
      { label: 'Change what is checked', to: '/home/scheduling/calendars' },
    ]);
    expect(told('busy', 'another').ways).toHaveLength(1);
  });

  it('says when the host begins or ends', () => {
    const at = (from: number) => told('outside_hours', null, from).text;
    expect([at(8), at(17), at(12)]).toEqual([
      ...['Ines starts at 9:00', 'Ines ends at 17:00', 'Ines is not open at this time'],
    ]);
  });

  it('leads to the setting that changes it, wherever one does', () => {
    expect(told('too_soon')).toMatchObject({ text: 'Notice of 4 h', ways: [{ part: 'times' }] });
    expect(told('day_off').ways).toMatchObject([
      { to: '/home/scheduling/availability', search: { user: 'ines', edit: 'default' } },
    ]);
    const withoutWay = reasonCodes.filter((code) => told(code).ways.length === 0);
    expect(withoutWay).toEqual(['past', 'held']);
  });
});
