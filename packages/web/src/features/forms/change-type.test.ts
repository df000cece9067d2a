import { applyAll, blockOf, type Content, diff } from '@weft/documents';
import {
  conditionsJson,
  firstPageId,
  formFaults,
  newForm,
  questionsOf,
  questionTypeNames,
} from '@weft/forms';
import { type IdKind, idMaker } from '@weft/std';
import { expect, it } from 'vitest';
import { setProp } from '../../editor/set-prop.ts';
import { changeType, typesFor } from './change-type.ts';
import { addChoices, addQuestion } from './form-edits.ts';

let made = 0;
const newId = idMaker(
  () => 0,
  (bytes) => {
    let rest = ++made;
    return bytes.map(() => {
      const digit = rest % 200;
      rest = Math.floor(rest / 200);
      return digit;
    });
  },
) as (kind: IdKind) => string;

const edited = (content: Content, edits: Parameters<typeof applyAll>[1]) => applyAll(content, edits);

/** A form that asks where somebody lives, and about the way there of those who live in Rome. */
function cities() {
  const [city, way] = [newId('fld'), newId('fld')];
  let form = edited(
    newForm('Trip'),
    addQuestion(newForm('Trip'), firstPageId, city, 'single_choice', 0, newId),
  );
  form = edited(form, addQuestion(form, firstPageId, way, 'short_text', 1, newId));
  form = edited(form, setProp(form, city, 'label', 'Where do you live?'));
  form = edited(form, setProp(form, city, 'required', true));
  form = edited(form, setProp(form, city, 'shuffle', true));
  form = edited(form, addChoices(form, city, ['Rome'], newId));
  const rome = questionsOf(form)[0]?.choices[2]?.id ?? '';
  form = edited(form, setProp(form, rome, 'capacity', 3));
  form = edited(form, setProp(form, city, 'usual', rome));
  const when = { conjunction: 'and', items: [{ fieldId: city, operator: 'is', value: rome }] } as const;
  return { form: edited(form, setProp(form, way, 'shownWhen', conditionsJson(when))), city };
}

it('keeps the label, the choices and what asks about them when a question becomes one of another type', () => {
  const { form, city } = cities();
  const next = newId('fld');
  const after = edited(form, changeType(form, city, next, 'dropdown', newId));
  expect(formFaults(after)).toEqual([]);
  const [asked, way] = questionsOf(after);
  expect(asked).toMatchObject({ id: next, type: 'dropdown', label: 'Where do you live?', required: true });
  expect(asked?.choices.map(({ label, capacity }) => [label, capacity])).toEqual([
    ['First choice', undefined],
    ['Second choice', undefined],
    ['Rome', 3],
  ]);
  const rome = asked?.choices[2]?.id;
  // Dropdowns are not shuffled.
  expect(asked?.settings).toEqual({ usual: rome });
  expect(way?.shownWhen?.items).toEqual([{ fieldId: next, operator: 'is', value: rome }]);
});

it('puts the new question where the old one stood, in one step that can be undone', () => {
  const { form, city } = cities();
  const after = edited(form, changeType(form, city, newId('fld'), 'long_text', newId));
  expect(questionsOf(after).map(({ type }) => type)).toEqual(['long_text', 'short_text']);
  expect(blockOf(after, city)).toBeUndefined();
  expect(edited(after, diff(after, form))).toEqual(form);
});

it('makes a sound form of any type from any other', () => {
  const asking = questionTypeNames.filter((name) => typesFor(name).length > 0);
  expect(typesFor('heading')).toEqual([]);
  for (const from of asking) {
    const id = newId('fld');
    const form = edited(newForm('Any'), addQuestion(newForm('Any'), firstPageId, id, from, 0, newId));
    for (const to of typesFor(from)) {
      const after = edited(form, changeType(form, id, newId('fld'), to, newId));
      expect([from, to, formFaults(after)]).toEqual([from, to, []]);
      expect(questionsOf(after).map(({ type }) => type)).toEqual([to]);
    }
  }
});
