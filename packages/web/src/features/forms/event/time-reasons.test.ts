import { eventOf } from '@weft/forms';
import { reasonCodes } from '@weft/scheduling';
import { describe, expect, it } from 'vitest';
import { type Circumstances, type ReasonCode, toldReason } from './time-reasons.ts';

const event = eventOf({ props: { eventType: 'individual', bufferAfterMins: 15, noticeMins: 240 } });
if (event === null) throw new Error('an event');
const around: Circumstances = {
  event,
  flowId: 'flow',
  taken: [
    { id: 'fair', kind: 'event', host: 'Ines', from: 13, to: 14, title: 'Fabric fair', calendar: 'Work' },
  ],
  clock: (time) => `${time}:00`,
};
const told = (code: ReasonCode, by: string | null = null) =>
  toldReason({ code, by, host: { id: 'ines', name: 'Ines' } }, around);

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

  it('leads to the setting that changes it, wherever one does', () => {
    expect(told('too_soon')).toMatchObject({ text: 'Notice of 4 h', way: { part: 'times' } });
    expect(told('day_off').way).toMatchObject({ to: '/home/scheduling/availability?user=ines' });
    const withoutWay = reasonCodes.filter((code) => told(code).way === null);
    expect(withoutWay).toEqual(['past', 'held']);
  });
});
