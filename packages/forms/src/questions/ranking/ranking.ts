import { choices } from '../choosing.ts';
import type { QuestionType } from '../question-type.ts';
import { answer, fault, noAnswer, selectTemplate } from '../reading.ts';

/** A choice and its place, as one text: 'cho…:2'. Without a script each choice has a list of places. */
const pattern = /^(.+):(\d{1,4})$/;

export const rankText = (choiceId: string, place: number): string => `${choiceId}:${place}`;

/** Each choice is drawn with a list of all places. */
const mostRanked = 50;

export const ranking: QuestionType = {
  label: 'Ranking',
  ranks: true,
  settings: {},
  choices,
  fault: ({ choices: ranked }) =>
    ranked.length > mostRanked ? `ranks at most ${mostRanked} choices: ask for fewer` : null,
  fields: ({ id, label, choices: ranked }) => [
    { id, name: label, type: 'multiple_select', template: selectTemplate(ranked) },
  ],
  read: ({ id, required, choices: ranked }, textsOf) => {
    const texts = textsOf(id);
    if (texts.length === 0) return required ? fault(id, 'Give each choice a place') : noAnswer;
    const places = new Map<number, string>();
    for (const text of texts) {
      const [, choiceId, place] = pattern.exec(text) ?? [];
      if (!ranked.some((choice) => choice.id === choiceId))
        return fault(id, 'This is not one of the choices');
      const at = Number(place);
      if (at < 1 || at > ranked.length) return fault(id, `Use places from 1 to ${ranked.length}`);
      if (places.has(at)) return fault(id, `Two choices have place ${at}: give each a place of its own`);
      places.set(at, String(choiceId));
    }
    if (places.size < ranked.length || new Set(places.values()).size < ranked.length)
      return fault(id, 'Give each choice a place');
    return answer(
      id,
      [...places].toSorted(([a], [b]) => a - b).map(([, choiceId]) => choiceId),
    );
  },
  samples: [
    { sent: { '': ['0:2', '1:1'] }, gives: { '': ['1', '0'] } },
    { sent: { '': ['0:1', '1:1'] }, gives: 'Two choices have place 1: give each a place of its own' },
    { sent: { '': ['0:1'] }, gives: 'Give each choice a place' },
    { sent: { '': ['0:1', '0:2'] }, gives: 'Give each choice a place' },
    { sent: { '': ['another:1'] }, gives: 'This is not one of the choices' },
    { sent: { '': ['0:3', '1:1'] }, gives: 'Use places from 1 to 2' },
  ],
};
