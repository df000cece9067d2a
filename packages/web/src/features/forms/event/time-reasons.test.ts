import { eventOf } from '@weft/forms';
import { reasonCodes } from '@weft/scheduling';
import { describe, expect, it } from 'vitest';
import { type Circumstances, type ReasonCode, toldReason } from './time-reasons.ts';

const event = eventOf({ props: { eventType: 'individual', bufferAfterMins: 15, noticeMins: 240 } });
if (event === null) throw new Error('an event');
const work = { calendar: 'Work', link: 'https://calendar.example/fair' };
const around: Circumstances = {
  event,
  flowId: 'flow',
  hours: [{ hostId: 'ines', from: 9, to: 17 }],
  taken: [{ id: 'fair', kind: 'event', host: 'Ines', from: 13, to: 14, title: 'Fabric fair', ...work }],
  clock: (time) => `${time}:00`,
};
const told = (code: ReasonCode, by: string | null = null, from = 12) =>
  toldReason({ code, by, host: { id: 'ines', name: 'Ines' } }, from, around);

describe('a time that is not offered', () => {
  it('names the event that blocks it, and where it is from', () => {
    expect(told('busy', 'fair')).toMatchObject({
      word: 'Busy',
      text: 'Fabric fair, 13:00 to 14:00, from Work',
    });
    expect(told('buffer', 'fair').text).toBe('Fabric fair, 13:00 to 14:00: 15 min after stay free');
    // What is called by its host alone is an event to others.
    expect(told('busy', 'another').text).toBe('An event of Ines');
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
