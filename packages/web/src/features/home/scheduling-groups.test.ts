import { describe, expect, it } from 'vitest';
import type { Flow } from '../../api.ts';
import { eventKindText, schedulingGroups } from './scheduling-groups.ts';

const form = (id: string, event: Partial<NonNullable<Flow['scheduling']>>): Flow =>
  ({
    id,
    scheduling: {
      ...{ eventType: 'individual', durationMins: 30, maxSeats: 5, userId: null, firstName: null },
      ...{ lastName: null, profilePictureUrl: null, roundRobinUserIds: [], hasCalendar: false, ...event },
    },
  }) as unknown as Flow;

const flows = [
  form('tour', {}),
  form('repair', { userId: 'jonas', firstName: 'Jonas' }),
  form('call', { eventType: 'round_robin', userId: 'ines', firstName: 'Ines' }),
  form('visit', { userId: 'maya', firstName: 'Maya', hasCalendar: true }),
  form('own', { userId: 'ines', firstName: 'Ines' }),
];

const shown = (isAdmin: boolean, of = flows) =>
  schedulingGroups(of, { userId: 'ines', isAdmin }).map(({ title, flows: found, unconnected }) => [
    title,
    found.map(({ id }) => id),
    unconnected,
  ]);

describe('the groups of the scheduling page', () => {
  it('show an admin everybody’s forms, and whose calendar is not connected', () => {
    expect(shown(true)).toEqual([
      ['Your scheduling forms', ['own'], null],
      ["Jonas's scheduling forms", ['repair'], 'Jonas'],
      ["Maya's scheduling forms", ['visit'], null],
      ['Round robin scheduling forms', ['call'], null],
      ['Other scheduling forms', ['tour'], null],
    ]);
  });

  it('show everybody else their own forms alone, without those of a round robin', () => {
    expect(shown(false)).toEqual([['Your scheduling forms', ['own'], null]]);
  });

  it('begin with one’s own, where there are none yet', () => {
    expect(shown(true, [])).toEqual([['Your scheduling forms', [], null]]);
  });
});

describe('the badges of a scheduling form', () => {
  it('say its kind, with the seats of a group', () => {
    const kindOf = (event: Partial<NonNullable<Flow['scheduling']>>) => {
      const { scheduling } = form('', event);
      return scheduling && eventKindText(scheduling);
    };
    expect(kindOf({ eventType: 'group', maxSeats: 12 })).toBe('Group, 12 seats');
    expect(kindOf({ eventType: 'group', maxSeats: 1 })).toBe('Group, 1 seat');
    expect(kindOf({ eventType: 'round_robin' })).toBe('Round robin');
  });
});
