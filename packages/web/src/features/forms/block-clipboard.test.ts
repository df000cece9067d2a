import { applyAll, blockOf, type Content } from '@weft/documents';
import { conditionsJson, firstPageId, newForm, questionsOf } from '@weft/forms';
import { type IdKind, idMaker } from '@weft/std';
import { expect, it } from 'vitest';
import { setProp } from '../../editor/set-prop.ts';
import { copyBlocks, pasteBlocks, readCopied, textOfCopied } from './block-clipboard.ts';
import { addQuestion } from './form-edits.ts';

let seed = 0;
const newId = idMaker(
  () => 0,
  (bytes) => bytes.fill(seed++ % 251),
) as (kind: IdKind) => string;
const [choice, name] = [newId('fld'), newId('fld')];
let form = newForm('Guests');
const make = (edits: Parameters<typeof applyAll>[1]) => {
  form = applyAll(form, edits);
};
make(addQuestion(form, firstPageId, choice, 'single_choice', 0, newId));
make(addQuestion(form, firstPageId, name, 'short_text', 1, newId));
make(setProp(form, choice, 'label', 'Do you come?'));
make(setProp(form, name, 'label', 'Your name'));
const [first] = questionsOf(form)[0]?.choices ?? [];
const when = { conjunction: 'and', items: [{ fieldId: choice, operator: 'is', value: first?.id ?? '' }] };
make(setProp(form, name, 'shownWhen', conditionsJson(when as never)));

const paste = (into: Content, ids: readonly string[], flowId = 'bas-other') => {
  const copied = readCopied(JSON.stringify(copyBlocks(form, ids, 'bas-one')));
  const pasted = copied && pasteBlocks(into, copied, { kind: 'last', pageId: firstPageId }, newId, flowId);
  if (pasted === null) throw new Error('not pasted');
  return { ...pasted, after: applyAll(into, pasted.edits) };
};

it('gives pasted blocks new ids, and lets conditions ask about the copy of what was copied along', () => {
  const { after, ids, withoutConditions } = paste(newForm('Other'), [choice, name]);
  const [one, two] = questionsOf(after);
  expect([one?.label, two?.label]).toEqual(['Do you come?', 'Your name']);
  expect(one?.id).toBe(ids[0]);
  expect(one?.id).not.toBe(choice);
  expect(two?.shownWhen?.items).toEqual([{ fieldId: one?.id, operator: 'is', value: one?.choices[0]?.id }]);
  expect(withoutConditions).toEqual([]);
});

it('in the same form conditions go on asking about what is there', () => {
  const { after, withoutConditions } = paste(form, [name]);
  expect(questionsOf(after)[2]?.shownWhen?.items).toEqual(when.items);
  expect(withoutConditions).toEqual([]);
});

it('leaves out conditions about what the other form does not have, and names the question', () => {
  const { after, withoutConditions } = paste(newForm('Other'), [name]);
  expect(questionsOf(after)[0]?.shownWhen).toBeNull();
  expect(withoutConditions).toEqual(['Your name']);
});

it('leaves out pictures of another form and names their question; within a form they stay', () => {
  make(setProp(form, first?.id ?? '', 'image', `${newId('fil')} 40x30`));
  const other = paste(newForm('Other'), [choice]);
  expect(questionsOf(other.after)[0]?.choices.map(({ image }) => image)).toEqual([undefined, undefined]);
  expect(other.withoutPictures).toEqual([first?.label]);
  const same = paste(form, [choice], 'bas-one');
  expect(questionsOf(same.after)[2]?.choices[0]?.image).toMatch(/40x30$/);
  expect(same.withoutPictures).toEqual([]);
});

it('is plain text elsewhere, and takes nothing that is no block of a form', () => {
  expect(textOfCopied(copyBlocks(form, [choice, name], 'bas-one'))).toBe('Do you come?\nYour name');
  for (const text of ['', '{}', '{"version":1,"blocks":[]}', '{"version":1,"blocks":[{"id":"x"}]}'])
    expect(readCopied(text)).toBeNull();
  const copied = copyBlocks(form, [name], 'bas-one');
  const [{ id, block }] = copied.blocks as [(typeof copied.blocks)[number]];
  const strange = {
    ...copied,
    blocks: [{ id, block: { ...block, props: { ...block.props, type: 'script' } } }],
  };
  expect(pasteBlocks(form, strange, { kind: 'last', pageId: firstPageId }, newId, 'bas-one')).toBeNull();
  expect(blockOf(form, name)).toBe(block);
});
