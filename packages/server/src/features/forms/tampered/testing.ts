import type { Filter } from '@weft/core';
import { pageProps } from '@weft/forms';
import { must } from '@weft/std';
import { rpc, type TestPerson, type TestServer } from '../../../testing.ts';
import { add, asked, edit, freshId, openForm } from '../testing.ts';

const is = (fieldId: string, value: unknown): Filter => ({
  conjunction: 'and',
  items: [{ fieldId, operator: 'is', value }],
});
const firstPage = `pag${'0'.repeat(21)}`;
type Asked = ReturnType<typeof asked>;
export type Sent = readonly (readonly [string, string])[];

/** A form of two pages with most types of questions, and an ending of its own. */
export async function tamperedForm(server: Pick<TestServer, 'url'>, person: Pick<TestPerson, 'call'>) {
  const comes = asked('yes_no', 'Comes', true);
  const first = {
    comes,
    why: { ...asked('short_text', 'Why', true), shownWhen: is(comes.id, 'no') } as Asked,
  };
  const second = {
    menu: asked('single_choice', 'Menu', true),
    diets: { ...asked('multiple_choice', 'Diets'), settings: { maxChoices: 1 } } as Asked,
    seats: { ...asked('number', 'Seats', true), settings: { minimum: 1, maximum: 4, whole: true } } as Asked,
    bags: { ...asked('number', 'Bags'), settings: { maximumFormula: '{{Seats}} * 2' } } as Asked,
    total: { ...asked('calculation', 'Total'), settings: { formula: '{{Seats}} * 12.5' } } as Asked,
    price: { ...asked('currency', 'Tip'), settings: { symbol: '€' } } as Asked,
    share: { ...asked('percent', 'Share'), settings: { maximum: 100 } } as Asked,
    note: asked('long_text', 'Note'),
    email: asked('email', 'Email'),
    phone: asked('phone', 'Phone'),
    site: asked('url', 'Site'),
    day: { ...asked('date', 'Day'), settings: { latest: '2030-12-31' } } as Asked,
    time: asked('time', 'Time'),
    stay: asked('date_range', 'Stay'),
    stars: asked('rating', 'Stars'),
    scale: asked('scale', 'Scale'),
    slider: asked('slider', 'Slider'),
    order: asked('ranking', 'Order'),
    table: asked('matrix', 'Table'),
    agree: asked('consent', 'Agree'),
    photo: { ...asked('file', 'Photo'), settings: { accept: 'images' } } as Asked,
    sign: asked('signature', 'Sign'),
    source: { ...asked('hidden', 'Source'), settings: { usual: 'none' } } as Asked,
  };
  const [next, thanks] = [freshId('pag'), freshId('pag')];
  const page = (id: string, order: string, props: object) => ({
    ...{ kind: 'block' as const, id, before: null },
    after: { parent: null, order, props: props as { [key: string]: string } },
  });
  const { flowId } = await rpc(person, 'forms.create', { name: 'Tampered' });
  await edit(person, flowId, 0, [
    page(next, 'W', { ...pageProps('form'), label: 'More' }),
    page(thanks, 'X', { ...pageProps('ending'), label: 'Taken' }),
    ...add(Object.values(first)),
    ...add(Object.values(second)).map((one) => ({
      ...one,
      after: { ...one.after, parent: one.after.parent === firstPage ? next : one.after.parent },
    })),
  ] as Parameters<typeof edit>[3]);
  await rpc(person, 'forms.publish', { flowId, version: 1 });
  const { snapshot, token } = (await openForm(server.url, flowId)).parts();
  return { flowId, questions: { ...first, ...second }, next, thanks, snapshot, token };
}

type TamperedForm = Awaited<ReturnType<typeof tamperedForm>>;
export type Questions = TamperedForm['questions'];
export const choice = (question: Asked, place = 0): string => must(question.choices[place]).id;
const part = (question: Asked, place = 0): string => must(question.parts[place]).id;

/** What is sent besides good answers to the required questions, or (a name given) in the place of one. */
export const attempts: { readonly [what: string]: (q: Questions, form: TamperedForm) => Sent } = {
  'a required question is left out': ({ comes }) => [[comes.id, '']],
  'a required question holds spaces': ({ comes }) => [[comes.id, ' \t ']],
  'a required question of the second page is left out': ({ menu }) => [[menu.id, '']],
  'a required question that another answer shows is left out': ({ comes }) => [[comes.id, 'no']],
  'a short text that another answer shows holds a line break': ({ comes, why }) => [
    [comes.id, 'no'],
    [why.id, 'a\nb'],
  ],
  'an answer other than yes or no': ({ comes }) => [[comes.id, 'maybe']],
  'a page that was not reached is named as the current one': ({ comes }, { next }) => [
    ['page', next],
    [comes.id, ''],
  ],
  'the ending is named as the current page': ({ menu }, { thanks }) => [
    ['page', thanks],
    ['go', 'next'],
    [menu.id, ''],
  ],
  'an unknown value of `go`': ({ menu }) => [
    ['page', firstPage],
    ['go', 'submit'],
    [menu.id, ''],
  ],
  'the id of the ending as an answer': (_, { thanks }) => [[thanks, 'x']],
  'a page as a question': (_, { next }) => [[next, 'x']],
  'a choice as a question': ({ menu }) => [[choice(menu), 'on']],
  'the label of a choice': ({ menu }) => [[menu.id, 'First choice']],
  'a choice of another question': ({ menu, diets }) => [[menu.id, choice(diets)]],
  'a choice that does not exist': ({ menu }) => [[menu.id, 'opt000000000000000000000']],
  'two choices of a single choice': ({ menu }) => [
    [menu.id, choice(menu)],
    [menu.id, choice(menu, 1)],
  ],
  'more choices than may be chosen': ({ diets }) => [
    [diets.id, choice(diets)],
    [diets.id, choice(diets, 1)],
  ],
  'the same choice twice': ({ diets }) => [
    [diets.id, choice(diets)],
    [diets.id, choice(diets)],
  ],
  'an own answer (“other”) where none is offered': ({ diets }) => [[diets.id, 'other']],
  'a number above the maximum': ({ seats }) => [[seats.id, '5']],
  'a number below the minimum': ({ seats }) => [[seats.id, '0']],
  'a negative number between zero and minus one': ({ seats }) => [[seats.id, '-0.5']],
  'a decimal where a whole number is asked': ({ seats }) => [[seats.id, '1.5']],
  'a number in exponential notation': ({ seats }) => [[seats.id, '1e0']],
  '`NaN` as a number': ({ seats }) => [[seats.id, 'NaN']],
  '`Infinity` as a number': ({ seats }) => [[seats.id, 'Infinity']],
  'a hexadecimal number': ({ seats }) => [[seats.id, '0x2']],
  'a list of numbers': ({ seats }) => [[seats.id, '1;2']],
  'a number above a maximum computed from another answer': ({ bags }) => [[bags.id, '5']],
  'another value of a calculation, and of an unknown one': ({ total }) => [
    [total.id, '0'],
    [`${total.id}x`, '0'],
  ],
  'an amount of another currency': ({ price }) => [[price.id, '$ 5']],
  'an ambiguous decimal mark in an amount': ({ price }) => [[price.id, '1,250']],
  'more than a hundred per cent': ({ share }) => [[share.id, '101']],
  'a text above the maximum length': ({ note }) => [[note.id, 'x'.repeat(10_001)]],
  'a NUL character in a text': ({ note }) => [[note.id, 'a\0b']],
  'an email address with a line break': ({ email }) => [[email.id, 'a@example.org\r\nBcc: b@example.org']],
  'two email addresses': ({ email }) => [[email.id, 'a@example.org,b@example.org']],
  'markup as a phone number': ({ phone }) => [[phone.id, '<script>']],
  'a `javascript:` URL': ({ site }) => [[site.id, 'javascript:alert(1)']],
  'a `file:` URL': ({ site }) => [[site.id, 'file:///etc/passwd']],
  'a date that does not exist': ({ day }) => [[day.id, '2026-02-30']],
  'a date after the latest': ({ day }) => [[day.id, '2031-01-01']],
  'a time that does not exist': ({ time }) => [[time.id, '25:00']],
  'a date range that ends before it begins': ({ stay }) => [
    [part(stay), '2026-05-02'],
    [part(stay, 1), '2026-05-01'],
  ],
  'a date range without its end': ({ stay }) => [[part(stay), '2026-05-02']],
  'a rating above the maximum': ({ stars }) => [[stars.id, '6']],
  'a rating of zero': ({ stars }) => [[stars.id, '0']],
  'a value outside the scale': ({ scale }) => [[scale.id, '11']],
  'a value between the steps of a slider': ({ slider }) => [[slider.id, '0.5']],
  'a value outside the slider': ({ slider }) => [[slider.id, '1000']],
  'two ranked choices with one rank': ({ order }) => [
    [order.id, `${choice(order)}:1`],
    [order.id, `${choice(order, 1)}:1`],
  ],
  'an incomplete ranking': ({ order }) => [[order.id, `${choice(order)}:1`]],
  'a matrix column of another question': ({ table, menu }) => [[part(table), choice(menu)]],
  'a matrix row answered twice': ({ table }) => [
    [part(table), choice(table)],
    [part(table), choice(table, 1)],
  ],
  'an unknown value of a consent': ({ agree }) => [[agree.id, 'no']],
  'a file that was not uploaded': ({ photo }) => [[photo.id, 'fil000000000000000000000']],
  'a path as the id of a file': ({ photo }) => [[photo.id, '../../../etc/passwd']],
  'a URL as the id of a file': ({ photo }) => [[photo.id, 'https://example.org/a.png']],
  'more files than the maximum': ({ photo }) => [
    [photo.id, 'fil000000000000000000001'],
    [photo.id, 'fil000000000000000000002'],
  ],
  'a drawn signature that was not uploaded': ({ sign }) => [[sign.id, 'fil000000000000000000000']],
  'a typed signature above the maximum length': ({ sign }) => [[part(sign), 'x'.repeat(201)]],
  'a hidden value above the maximum length': ({ source }) => [[source.id, 'x'.repeat(1_001)]],
  'a hidden value given twice': ({ source }) => [
    [source.id, 'a'],
    [source.id, 'b'],
  ],
  'a question of another form': () => [[freshId('fld'), 'x']],
  'the time of submission': (_, form) => [[`fld${form.flowId.slice(3)}`, '2020-01-01']],
  '`__proto__` as a key': () => [['__proto__', 'x']],
  '`constructor` and `prototype` as keys': () => [
    ['constructor', 'x'],
    ['prototype', 'x'],
  ],
  'ten thousand keys': () => Array.from({ length: 10_000 }, (_, n) => [`k${n}`, 'x'] as const),
  'two thousand answers to one question': ({ note }) =>
    Array.from({ length: 1_900 }, () => [note.id, 'x'] as const),
  'a submission id of another kind': () => [['submission', 'act000000000000000000000']],
  'no submission id': () => [['submission', '']],
  'a forged token': () => [['token', 'forged']],
  'no token': () => [['token', '']],
  'a token with a wrong signature': () => [['token', `${Date.now()}.AAAA`]],
  'a token whose signature is not ASCII': (_, form) => [
    ['token', `${form.token.split('.')[0]}.${'é'.repeat(32)}`],
  ],
  'a score and an ending': (_, { thanks }) => [
    ['score', '100'],
    ['ending', thanks],
  ],
};
