import { applyAll, type Content, diff, inWords, orderBetween } from '@weft/documents';
import { describe, expect, it } from 'vitest';
import { formNames, newForm, questionProps, questionsOf, whyNotPublished } from './form-document.ts';
import { formFaults } from './form-faults.ts';

const id = (letter: string): string => `fld${letter.repeat(21)}`;
const form: Content = {
  ...newForm('Guests'),
  blocks: {
    [id('a')]: { parent: null, order: 'V', props: { ...questionProps('short_text'), label: 'Name' } },
    [id('b')]: { parent: null, order: 'W', props: { ...questionProps('email'), label: 'Email' } },
  },
};
const withBlock = (props: object, key = id('c'), parent: string | null = null): Content => ({
  ...form,
  blocks: { ...form.blocks, [key]: { parent, order: 'X', props: props as never } },
});

describe('a form', () => {
  it('has questions in order, and nothing wrong (D1)', () => {
    expect(formFaults(form)).toEqual([]);
    expect(questionsOf(form).map(({ label }) => label)).toEqual(['Name', 'Email']);
  });

  it.each([
    ['a type that is none', withBlock({ ...questionProps('email'), type: 'constructor' })],
    ['a setting that is none', withBlock({ ...questionProps('email'), html: '<b>' })],
    ['a label too long', withBlock({ ...questionProps('email'), label: 'x'.repeat(256) })],
    ['a label that is no text', withBlock({ ...questionProps('email'), label: ['x'] })],
    ['no label at all', withBlock({ type: 'email', required: false })],
    ['an id that names no field', withBlock(questionProps('email'), 'question')],
    ['a question inside another', withBlock(questionProps('email'), id('c'), id('a'))],
    ['a title too long', { ...form, props: { title: 'x'.repeat(256) } }],
    ['a setting of its own that is none', { ...form, props: { title: 'x', script: 'y' } }],
  ])('is refused with %s (D2 to D4)', (_what, content) => {
    expect(formFaults(content)).not.toEqual([]);
  });

  it('has at most 200 questions (D4)', () => {
    const blocks: { [key: string]: Content['blocks'][string] } = {};
    let order: string | null = null;
    for (let n = 0; n < 201; n++) {
      order = orderBetween(order, null);
      blocks[`fld${n.toString(36).padStart(21, '0')}`] = {
        parent: null,
        order,
        props: questionProps('email'),
      };
    }
    expect(formFaults({ ...form, blocks })).toEqual([
      { path: 'blocks', reason: 'A form has at most 200 questions' },
    ]);
  });

  it('is published with questions that have labels (D5)', () => {
    expect(whyNotPublished(newForm('Empty'))).toBe('Add a question first');
    expect(whyNotPublished(withBlock(questionProps('email')))).toBe('Give every question a label first');
    expect(whyNotPublished(form)).toBeNull();
  });

  it('tells its changes in words', () => {
    const after = applyAll(form, [
      { kind: 'prop', id: null, key: 'title', before: 'Guests', after: 'Visitors' },
      { kind: 'prop', id: id('b'), key: 'required', before: false, after: true },
      { kind: 'block', id: id('a'), before: form.blocks[id('a')] ?? null, after: null },
    ]);
    expect(inWords(form, after, diff(form, after), formNames).toSorted()).toEqual([
      'Changed the answer of the question ‘Email’ from optional to required',
      'Changed the title from ‘Guests’ to ‘Visitors’',
      'Deleted the question ‘Name’',
    ]);
  });
});
