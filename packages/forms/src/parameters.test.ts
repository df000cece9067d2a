import type { Content } from '@weft/documents';
import { expect, it } from 'vitest';
import { choiceProps, firstPageId, newForm, questionProps } from './form-document.ts';
import { filledByAddress } from './parameters.ts';

const id = (kind: string, letter: string) => `${kind}${letter.repeat(21)}`;
const ask = (
  type: 'short_text' | 'multiple_choice' | 'single_choice' | 'consent' | 'yes_no',
  label: string,
) => ({
  ...{ parent: firstPageId, order: 'V' },
  props: { ...questionProps(type), label },
});
const option = (parent: string, label: string) => ({ parent, order: 'V', props: choiceProps(label) });
const [name, one, many, agrees, comes] = ['a', 'b', 'c', 'd', 'e'].map((letter) => id('fld', letter)) as [
  string,
  string,
  string,
  string,
  string,
];
const form = newForm('Guests');
const content = {
  ...form,
  blocks: {
    ...form.blocks,
    [name]: ask('short_text', 'Your name'),
    [one]: ask('single_choice', 'Meal'),
    [id('opt', 'a')]: option(one, 'Fish & chips'),
    [many]: ask('multiple_choice', 'Days'),
    [id('opt', 'b')]: option(many, 'Monday'),
    [id('opt', 'c')]: option(many, 'Friday'),
    [agrees]: ask('consent', 'Terms'),
    [comes]: ask('yes_no', 'Do you come?'),
  },
} as unknown as Content;
const filled = (search: string) =>
  Object.fromEntries(
    Object.entries(
      Object.groupBy(filledByAddress(content, new URLSearchParams(search)), ([field]) => field),
    ).map(([field, texts]) => [field, texts?.map(([, text]) => text)]),
  );

it('the address fills in questions by their id or name, and choices by their labels', () => {
  expect(filled('your+name=Ada&Meal=fish+%26+chips&DAYS=Friday&days=Monday')).toEqual({
    ...{ [name]: ['Ada'], [one]: [id('opt', 'a')] },
    [many]: [id('opt', 'c'), id('opt', 'b')],
  });
  expect(filled('do+you+come%3F=YES')).toEqual({ [comes]: ['yes'] });
  expect(filled(`${name}=Bo&${one}=${id('opt', 'a')}`)).toEqual({ [name]: ['Bo'], [one]: [id('opt', 'a')] });
});

it('the address agrees to nothing, and fills in nothing that is no choice or more than one', () => {
  expect(filled('Terms=on&Meal=Soup&Meal=Fish+%26+chips&other=x')).toEqual({ [one]: [id('opt', 'a')] });
  expect(filled('Your+name=Ada&Your+name=Bo')).toEqual({ [name]: ['Ada'] });
});
