import { describe, expect, it } from 'vitest';
import { type CalendarChoice, CalendarChoices } from './calendar-choices.ts';

const none: CalendarChoice = { calendarIdsToCheck: [], calendarIdToWriteTo: null };
const checking = (id: string) => (known: CalendarChoice) => ({
  ...known,
  calendarIdsToCheck: [...known.calendarIdsToCheck, id],
});
const writingTo = (id: string) => (known: CalendarChoice) => ({ ...known, calendarIdToWriteTo: id });

/** A server that answers when the test says so, and what is shown meanwhile. */
function server() {
  const sent: string[] = [];
  const answers: { readonly resolve: () => void; readonly reject: () => void }[] = [];
  const shown = new Map<string, readonly string[]>();
  const answered = (text: string) => {
    sent.push(text);
    return new Promise<void>((resolve, reject) => {
      answers.push({ resolve, reject: () => reject(new Error('refused')) });
    });
  };
  const choices = new CalendarChoices({
    send: (id, { calendarIdsToCheck }) => answered(`${id}: ${calendarIdsToCheck.join(' ')}`),
    sendTarget: ({ serviceId, calendarId }) => answered(`to ${serviceId} ${calendarId}`),
    show: (id, { calendarIdsToCheck }) => shown.set(id, calendarIdsToCheck),
  });
  const next = async (how: 'resolve' | 'reject') => {
    answers.shift()?.[how]();
    await new Promise((resolve) => setTimeout(resolve));
  };
  const account = (id: string) => ({ id, config: none });
  return { choices, sent, shown, next, account };
}

describe('choices of calendars', () => {
  it('made faster than the server answers are sent one after the other, each with those before it', async () => {
    const { choices, sent, shown, next, account } = server();
    const first = choices.choose(account('one'), checking('a'), false);
    await choices.choose(account('one'), checking('b'), false);
    await choices.choose(account('one'), checking('c'), false);
    expect(shown.get('one')).toEqual(['a', 'b', 'c']);
    expect(sent).toEqual(['one: a']);
    await next('resolve');
    expect(sent).toEqual(['one: a', 'one: a b c']);
    await next('resolve');
    await first;
    expect(sent).toHaveLength(2);
    expect(choices.of('one')).toBeUndefined();
  });

  it('that are not taken are shown as they were, unless a later one is', async () => {
    const { choices, shown, next, account } = server();
    const first = choices.choose(account('one'), checking('a'), false);
    await choices.choose(account('one'), checking('b'), false);
    await next('reject');
    expect(shown.get('one')).toEqual(['a', 'b']);
    await next('resolve');
    await expect(first).resolves.toBeUndefined();
    const second = choices.choose(account('two'), checking('a'), false);
    const refused = expect(second).rejects.toThrow('refused');
    await choices.choose(account('three'), checking('a'), false);
    await next('reject');
    await next('resolve');
    await refused;
    expect([shown.get('two'), shown.get('three')]).toEqual([[], ['a']]);
  });

  it('of where bookings go end with the last one', async () => {
    const { choices, sent, next, account } = server();
    const first = choices.choose(account('one'), writingTo('a'), true);
    await choices.choose(account('two'), writingTo('b'), true);
    for (let answer = 0; answer < 3; answer++) await next('resolve');
    await first;
    expect(sent).toEqual(['one: ', 'two: ', 'to two b']);
  });
});
