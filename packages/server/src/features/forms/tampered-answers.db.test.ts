import { readFileSync } from 'node:fs';
import type { Filter } from '@weft/core';
import { pageProps } from '@weft/forms';
import { must } from '@weft/std';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { add, asked, edit, freshId, openForm, publishedForm, sendForm } from './testing.ts';

/**
 * What a browser of ours would never send. Each attempt is refused as a whole: nothing is stored, nobody is told, and the
 * form's next answer is taken as ever. `docs/tampered-answers.md` lists the attempts, each with the status it is answered
 * with.
 */
const documented = new Map(
  [
    ...readFileSync(new URL('../../../../../docs/tampered-answers.md', import.meta.url), 'utf8').matchAll(
      /^\| (.+) \| (\d{3}) \|$/gm,
    ),
  ].map(([, what = '', status]) => [what, Number(status)] as const),
);

let server: TestServer;
let ann: TestPerson;
let form: Awaited<ReturnType<typeof tamperedForm>>;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
  form = await tamperedForm();
});
afterAll(() => server.close());

const is = (fieldId: string, value: unknown): Filter => ({
  conjunction: 'and',
  items: [{ fieldId, operator: 'is', value }],
});
const firstPage = `pag${'0'.repeat(21)}`;
type Asked = ReturnType<typeof asked>;
type Sent = readonly (readonly [string, string])[];

/** The same from a page that was opened now: whoever opened the form before it was published anew may finish it (S14). */
async function openedAnew(flowId: string, sent: Sent): Promise<Sent> {
  const { token } = (await openForm(server.url, flowId)).parts();
  return sent.map(([name, text]) => [name, name === 'token' ? token : text]);
}

/** A form of two pages with most types of questions, and an ending of its own. */
async function tamperedForm() {
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
  const { flowId } = await rpc(ann, 'forms.create', { name: 'Tampered' });
  await edit(ann, flowId, 0, [
    page(next, 'W', { ...pageProps('form'), label: 'More' }),
    page(thanks, 'X', { ...pageProps('ending'), label: 'Taken' }),
    ...add(Object.values(first)),
    ...add(Object.values(second)).map((one) => ({
      ...one,
      after: { ...one.after, parent: one.after.parent === firstPage ? next : one.after.parent },
    })),
  ] as Parameters<typeof edit>[3]);
  await rpc(ann, 'forms.publish', { flowId, version: 1 });
  const { snapshot, token } = (await openForm(server.url, flowId)).parts();
  return { flowId, questions: { ...first, ...second }, next, thanks, snapshot, token };
}

const stored = async (flowId: string) => {
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
  const tableId = must(metadata.tables[0]).id;
  return (await rpc(ann, 'records.list', { basePublicId: flowId, tableId })).records;
};

type Questions = Awaited<ReturnType<typeof tamperedForm>>['questions'];
const choice = (question: Asked, place = 0): string => must(question.choices[place]).id;
const part = (question: Asked, place = 0): string => must(question.parts[place]).id;

/** What is sent besides good answers to the required questions, or (a name given) in the place of one. */
const attempts: { readonly [what: string]: (q: Questions, ids: { next: string; thanks: string }) => Sent } = {
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
  'the time of submission': () => [[`fld${form.flowId.slice(3)}`, '2020-01-01']],
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
  'a token whose signature is not ASCII': () => [['token', `${form.token.split('.')[0]}.${'é'.repeat(32)}`]],
  'a score and an ending': (_, { thanks }) => [
    ['score', '100'],
    ['ending', thanks],
  ],
};

/** A published form with one question, and a good answer to it. */
async function ownForm() {
  const [day, note] = [asked('single_choice', 'Day', true), asked('short_text', 'Note')];
  const flowId = await publishedForm(ann, [day, note], 'Gated');
  const opened = (await openForm(server.url, flowId)).parts();
  const sent: Sent = [...Object.entries(opened), [day.id, choice(day)]];
  const set = (settings: object) => rpc(ann, 'forms.updateSettings', { flowId, settings });
  /** Makes a change to the draft and publishes it. */
  const republish = async (edits: (draft: Draft) => Parameters<typeof edit>[3]) => {
    const draft = await rpc(ann, 'forms.get', { flowId });
    const { version } = await edit(ann, flowId, draft.version, edits(draft));
    await rpc(ann, 'forms.publish', { flowId, version });
  };
  return { flowId, day, note, sent, set, republish };
}
type Draft = Awaited<ReturnType<typeof rpc<'forms.get'>>>;
type OwnForm = Awaited<ReturnType<typeof ownForm>>;

const again = (sent: Sent): Sent =>
  sent.map(([name, text]) => [name, name === 'submission' ? freshId('sub') : text]);
const removed = (ids: readonly string[]) => (draft: Draft) =>
  ids.map((id) => ({ kind: 'block', id, before: must(draft.content.blocks[id]), after: null })) as Parameters<
    typeof edit
  >[3];

/** What has become of a form when somebody sends a good answer all the same, and what they send. */
const forms: { readonly [what: string]: (form: OwnForm) => Promise<Sent> } = {
  'a good answer to a form that was closed': async ({ set, sent }) => {
    await set({ disabledForm: true });
    return sent;
  },
  'a good answer before the form opens': async ({ set, sent }) => {
    await set({ openDate: '2999-01-01T00:00:00Z' });
    return sent;
  },
  'a good answer after the form has expired': async ({ set, sent }) => {
    await set({ expirationDate: '2020-01-01T00:00:00Z' });
    return sent;
  },
  'an answer above the form’s maximum number of submissions': async ({ set, sent, flowId }) => {
    await set({ maxSubmissions: 1 });
    await sendForm(server.url, flowId, sent);
    return again(sent);
  },
  'a choice whose capacity is used up': async ({ republish, sent, flowId, day }) => {
    await republish(() => [{ kind: 'prop', id: choice(day), key: 'capacity', before: null, after: 1 }]);
    await sendForm(server.url, flowId, sent);
    return again(sent);
  },
  'a good answer without the password of the form': async ({ flowId, sent }) => {
    await rpc(ann, 'forms.setPassword', { flowId, password: 'open sesame' });
    return sent;
  },
  'a good answer without the proof of work that the form asks for': async ({ set, sent }) => {
    await set({ proofOfWork: true });
    return sent;
  },
  'a good answer without an address of an allowed domain': async ({ set, sent }) => {
    await set({ allowedDomains: ['example.org'] });
    return sent;
  },
  'a good answer to a form that is not published any more': async ({ flowId, sent }) => {
    await rpc(ann, 'forms.unpublish', { flowId });
    return sent;
  },
  'a good answer to a form in the trash': async ({ flowId, sent }) => {
    await ann.call('POST', '/admin/flows/trash', { flowIds: [flowId], action: 'trash' });
    return sent;
  },
  'a good answer with the token of another form': async ({ sent }) =>
    sent.map(([name, text]) => [name, name === 'token' ? form.token : text]),
  'an answer that was taken, sent again with another choice': async ({ flowId, sent, day }) => {
    await sendForm(server.url, flowId, sent);
    return sent.map(([name, text]) => [name, name === day.id ? choice(day, 1) : text]);
  },
  'a version from before a question was removed, with an answer to it': async ({
    republish,
    flowId,
    sent,
    note,
  }) => {
    await republish(removed([note.id]));
    return [...(await openedAnew(flowId, sent)), [note.id, 'x']];
  },
  'a version from before a choice was removed, with that choice': async ({
    republish,
    flowId,
    sent,
    day,
  }) => {
    await republish(removed([choice(day)]));
    return openedAnew(flowId, sent);
  },
};

describe('an answer that was tampered with', () => {
  const good = ({ comes, menu, seats }: Questions): Sent => [
    [comes.id, 'yes'],
    [menu.id, choice(menu)],
    [seats.id, '2'],
  ];
  const body = (sent: Sent): Sent => {
    const named = new Set(sent.map(([name]) => name));
    const usual: Sent = [
      ['submission', freshId('sub')],
      ['snapshot', form.snapshot],
      ['token', form.token],
      ...good(form.questions),
    ];
    return [...usual.filter(([name]) => !named.has(name)), ...sent];
  };

  it('is tried in more than sixty ways, each of which the documentation lists', () => {
    const tried = [...Object.keys(attempts), ...Object.keys(forms)];
    expect(tried.length).toBeGreaterThanOrEqual(60);
    expect([...documented.keys()]).toEqual(tried);
  });

  it.each(Object.entries(attempts))('is refused whole: %s', async (what, sent) => {
    const response = await sendForm(server.url, form.flowId, body(sent(form.questions, form)));
    expect(await response.text()).not.toContain('Taken');
    expect(response.status).toBe(documented.get(what));
  });

  it.each(Object.entries(forms))('is refused whole: %s', async (what, send) => {
    const own = await ownForm();
    const sent = await send(own);
    const before = await stored(own.flowId);
    const response = await sendForm(server.url, own.flowId, sent);
    expect(await response.text()).not.toContain('Thank you');
    expect(response.status).toBe(documented.get(what));
    expect(await stored(own.flowId)).toEqual(before);
  });

  it('is refused whole: ten megabytes, another type of body, and none', async () => {
    const { flowId, questions } = form;
    const large = `${questions.note.id}=${'x'.repeat(10 * 1024 * 1024)}`;
    const json = { 'content-type': 'application/json' };
    // The connection may end under a body that nobody reads.
    const status = (sent: Promise<Response>) => sent.then((response) => response.status).catch(() => 413);
    // More than strangers of one network may have under way, or than an answer may be.
    expect([413, 429]).toContain(await status(sendForm(server.url, flowId, large)));
    expect(await status(sendForm(server.url, flowId, '{}', json))).toBe(400);
    expect(await status(sendForm(server.url, flowId, ''))).toBe(400);
    const foreign = { origin: 'https://evil.example' };
    expect(await status(sendForm(server.url, flowId, body([]), foreign))).toBe(403);
    expect(await status(sendForm(server.url, 'bas000000000000000000000', body([])))).toBe(404);
  });

  it('is kept unfinished without the characters that cannot be stored', async () => {
    const { flowId, questions } = form;
    const unfinished = body([[questions.note.id, 'kept\0whole']]);
    const response = await fetch(new URL(`/t/${flowId}/unfinished`, server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(unfinished as [string, string][]),
    });
    expect([response.status, await response.json()]).toEqual([200, { kept: true }]);
    const cookie = must(response.headers.get('set-cookie')?.split(';')[0]);
    const resumed = await fetch(new URL(`/t/${flowId}`, server.url), { headers: { cookie } });
    expect(await resumed.text()).toContain('keptwhole');
  });

  it('leaves nothing behind, and a good answer is taken with its total as the server computes it', async () => {
    const { flowId, questions } = form;
    expect(await stored(flowId)).toEqual([]);
    // The second is not asked of whoever comes: what was sent for it counts for nothing.
    const sent = body([
      [questions.total.id, '1000000'],
      [questions.why.id, 'hidden'],
    ]);
    expect(await (await sendForm(server.url, flowId, sent)).text()).toContain('Taken');
    expect(await (await sendForm(server.url, flowId, sent)).text()).toContain('Already received');
    const records = await stored(flowId);
    const { total, why } = questions;
    expect(records.map(({ data }) => [data[total.id], data[why.id] ?? null])).toEqual([[25, null]]);
  });
});
