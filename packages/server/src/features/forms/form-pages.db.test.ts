import type { Filter } from '@weft/core';
import { choiceProps, firstPageId, pageProps } from '@weft/forms';
import { must } from '@weft/std';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { add, asked, edit, freshId, openForm, publishedForm, sendForm } from './testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
});
afterAll(() => server.close());

const is = (fieldId: string, value: unknown): Filter => ({
  conjunction: 'and',
  items: [{ fieldId, operator: 'is', value }],
});

type Asked = ReturnType<typeof asked>;

/** A form of two pages, an ending for most and one for who does not come. */
async function party() {
  const comes = asked('yes_no', 'Do you come?', true);
  const why: Asked = { ...asked('short_text', 'Why not?', true), shownWhen: is(comes.id, 'no') };
  const menu = asked('single_choice', 'What do you eat?', true);
  const diet: Asked = { ...asked('short_text', 'Which diet?'), shownWhen: is(comes.id, 'yes') };
  const [second, thanks, pity] = ['form', 'ending', 'ending'].map(() => freshId('pag'));
  const ids = { second: must(second), thanks: must(thanks), pity: must(pity) };
  const page = (id: string, order: string, props: object) => ({
    ...{ kind: 'block' as const, id, before: null },
    after: { parent: null, order, props: props as { [key: string]: string } },
  });
  const { flowId } = await rpc(ann, 'forms.create', { name: 'Party' });
  await edit(ann, flowId, 0, [
    page(ids.second, 'W', { ...pageProps('form'), label: 'Your meal' }),
    page(ids.thanks, 'X', { ...pageProps('ending'), label: 'See you there, {{Which diet?}}' }),
    page(ids.pity, 'Y', { ...pageProps('ending'), label: 'A pity' }),
    ...add([comes, why]).map((one) => ({ ...one, after: { ...one.after, order: `A${one.after.order}` } })),
    ...add([menu, diet]).map((one) => ({
      ...one,
      after: { ...one.after, parent: one.after.parent?.startsWith('pag') ? ids.second : one.after.parent },
    })),
    {
      ...{ kind: 'block', id: freshId('rul'), before: null },
      after: {
        ...{ parent: `pag${'0'.repeat(21)}`, order: 'zV' },
        props: { type: 'rule', when: is(comes.id, 'no') as never, to: ids.pity },
      },
    },
  ] as Parameters<typeof edit>[3]);
  await rpc(ann, 'forms.publish', { flowId, version: 1 });
  return { flowId, comes, why, menu, diet, ...ids };
}

const headingOf = (text: string): string => must(/<h1[^>]*>([^<]*)/.exec(text)?.[1], 'a heading');

/** The inputs of a page that a browser without scripts would send back. */
const inputsOf = (text: string): [string, string][] =>
  [
    ...text
      .replace(/<fieldset class="when"[^>]* disabled>[\s\S]*?<\/fieldset>/g, '')
      .matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g),
  ].map(([, name, value]) => [must(name), must(value)]);

const stored = async (flowId: string) => {
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
  const tableId = must(metadata.tables[0]).id;
  const { records } = await rpc(ann, 'records.list', { basePublicId: flowId, tableId });
  return records.map(({ data }) => data);
};

describe('a form with pages', () => {
  it('is answered page by page without a script, back and forth, and only what was asked is kept', async () => {
    const { flowId, comes, why, menu, diet } = await party();
    const meal = must(menu.choices[1]).id;
    const step = async (page: string, answers: readonly [string, string][], go = 'next') => {
      const response = await sendForm(server.url, flowId, [...inputsOf(page), ...answers, ['go', go]]);
      return { status: response.status, text: await response.text() };
    };
    const first = (await openForm(server.url, flowId)).text;
    expect(headingOf(first)).toBe('Party');
    // 'No' brings up a question that the page could not show without a script.
    const more = await step(first, [[comes.id, 'no']]);
    expect(more.text).toContain('Your answers bring up more to fill in');
    expect(more.text).toContain('Why not?');
    const missing = await step(more.text, [
      [comes.id, 'no'],
      [why.id, ''],
    ]);
    expect([missing.status, missing.text.includes('Fill this in')]).toEqual([400, true]);
    // Another answer, and the reason that was written no longer counts.
    const second = await step(missing.text, [
      [comes.id, 'yes'],
      [why.id, 'ill'],
    ]);
    expect(headingOf(second.text)).toBe('Your meal');
    expect(second.text).toContain('Which diet?');
    const back = await step(second.text, [[menu.id, meal]], 'back');
    expect(headingOf(back.text)).toBe('Party');
    expect(back.text).toMatch(/value="yes"[^>]* checked/);
    const again = await step(back.text, [[comes.id, 'yes']]);
    expect(again.text).toMatch(new RegExp(`value="${meal}"[^>]* checked`));
    const done = await step(again.text, [
      [menu.id, meal],
      [diet.id, '<b>none</b>'],
    ]);
    // An answer is text wherever it is piped into.
    expect(headingOf(done.text)).toBe('See you there, &lt;b&gt;none&lt;/b&gt;');
    const [data] = await stored(flowId);
    expect(data).toMatchObject({ [comes.id]: 'yes', [menu.id]: meal, [diet.id]: '<b>none</b>' });
    expect(data?.[why.id] ?? null).toBeNull();
  });

  it('begins with what its address says, on later pages too', async () => {
    const { flowId, comes, menu } = await party();
    const label = must(menu.choices[1]).label;
    const search = new URLSearchParams({
      'do you come?': 'Yes',
      'What do you eat?': label,
      [menu.id]: 'Stone',
    });
    const first = await (await fetch(new URL(`/t/${flowId}?${search}`, server.url))).text();
    expect(first).toMatch(/value="yes"[^>]* checked/);
    search.delete(menu.id);
    const filled = await (await fetch(new URL(`/t/${flowId}?${search}`, server.url))).text();
    const next = await sendForm(server.url, flowId, [...inputsOf(filled), [comes.id, 'yes'], ['go', 'next']]);
    expect(await next.text()).toMatch(new RegExp(`value="${must(menu.choices[1]).id}"[^>]* checked`));
  });

  it('ends where the rules lead, and keeps nothing of pages that were not reached', async () => {
    const { flowId, comes, why, menu } = await party();
    const parts = Object.entries((await openForm(server.url, flowId)).parts());
    const answers = [
      [comes.id, 'no'],
      [why.id, 'ill'],
      [menu.id, must(menu.choices[0]).id],
    ] as const;
    const response = await sendForm(server.url, flowId, [...parts, ...answers]);
    expect(headingOf(await response.text())).toBe('A pity');
    const [data] = await stored(flowId);
    expect(data?.[menu.id] ?? null).toBeNull();
    expect(data?.[why.id]).toBe('ill');
  });
});

describe('a draft', () => {
  it('is tried out to the end each answer leads to, and nothing is stored', async () => {
    const { flowId, comes, why, menu } = await party();
    const address = new URL(`/v1/forms/${flowId}/preview`, server.url);
    const headers = { authorization: `Bearer ${ann.token}` };
    const first = await (await fetch(address, { headers })).text();
    const send = async (page: string, answers: readonly [string, string][]) => {
      const body = new URLSearchParams([...inputsOf(page), ...answers, ['go', 'next']]);
      const response = await fetch(address, { method: 'POST', headers, body });
      return { status: response.status, text: await response.text() };
    };
    expect((await send(first, [[comes.id, '']])).status).toBe(400);
    const second = await send(first, [[comes.id, 'yes']]);
    expect(headingOf(second.text)).toBe('Your meal');
    const done = await send(second.text, [[menu.id, must(menu.choices[0]).id]]);
    expect(done.text).toContain('Its way: Page 1 → Your meal → See you there');
    const no: [string, string] = [comes.id, 'no'];
    const ill: [string, string] = [why.id, 'ill'];
    const more = await send(first, [no]);
    expect((await send(more.text, [no, ill])).text).toContain('Its way: Page 1 → A pity');
    const stranger = await server.signUp('Eve Stranger');
    const refused = await fetch(address, {
      ...{ method: 'POST', headers: { authorization: `Bearer ${stranger.token}` } },
      body: new URLSearchParams(inputsOf(first)),
    });
    expect(refused.status).toBe(404);
    expect(await stored(flowId)).toEqual([]);
    expect((await rpc(ann, 'forms.get', { flowId })).submissions).toBe(0);
  });

  it('with conditions nested too deep, or blocks where they do not stand, is refused whole', async () => {
    const { flowId } = await rpc(ann, 'forms.create', { name: 'Draft' });
    const name = asked('short_text', 'Name');
    const deep = Array.from({ length: 6 }).reduce<object>(
      (inner) => ({ conjunction: 'and', items: [inner] }),
      is(name.id, 'x'),
    );
    const tries: Partial<Asked>[] = [
      { shownWhen: deep as Filter },
      { requiredWhen: { conjunction: 'xor', items: [] } as never },
    ];
    for (const more of tries)
      await expect(edit(ann, flowId, 0, add([{ ...name, ...more }]))).rejects.toMatchObject({
        kind: 'invalid',
      });
    const loose = [
      {
        ...{ kind: 'block' as const, id: freshId('opt'), before: null },
        after: { parent: null, order: 'X', props: choiceProps('Red') as { [key: string]: string } },
      },
    ];
    await expect(edit(ann, flowId, 0, loose)).rejects.toMatchObject({ kind: 'invalid' });
    expect((await rpc(ann, 'forms.get', { flowId })).version).toBe(0);
  });
});

it('a page counts once for each answer that reaches it, and nothing counts of its maker’s preview', async () => {
  const { flowId, comes, second } = await party();
  const first = firstPageId;
  const forth = async (query: string) => {
    const text = await (await fetch(new URL(`/t/${flowId}${query}`, server.url))).text();
    const sent = [...inputsOf(text).filter(([name]) => name !== comes.id), [comes.id, 'yes']] as const;
    for (const [page, go] of [
      [first, 'next'],
      [second, 'back'],
      [first, 'next'],
    ] as const) {
      const moved = [
        ...sent.filter(([name]) => name !== 'page' && name !== 'go'),
        ['page', page],
        ['go', go],
      ];
      const answer = await sendForm(server.url, flowId, moved as [string, string][]);
      expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
    }
  };
  await forth('');
  await forth('?weft-preview');
  await fetch(new URL(`/t/${flowId}`, server.url), { headers: { purpose: 'prefetch' } });
  await server.parts.forms.flushViews();
  const { views, starts, pages } = await rpc(ann, 'forms.summary', { flowId });
  expect([views, starts, pages.map(({ reached }) => reached)]).toEqual([1, 1, [1, 1]]);
});

it('an ending shows what it computes and what its conditions ask for, and both are kept as they were (L1, L10)', async () => {
  const guests = asked('number', 'Guests', true);
  const price = { ...asked('calculation', 'Your price'), settings: { formula: '{{Guests}} * 12.5' } };
  const are = (value: number): Filter => ({
    conjunction: 'and',
    items: [{ fieldId: guests.id, operator: 'equals', value }],
  });
  const many: Asked = { ...asked('heading', 'You are many'), shownWhen: are(9) };
  const few: Asked = { ...asked('heading', 'You are few'), shownWhen: are(4) };
  const ending = freshId('pag');
  const { flowId } = await rpc(ann, 'forms.create', { name: 'Prices' });
  await edit(ann, flowId, 0, [
    {
      ...{ kind: 'block', id: ending, before: null },
      after: { parent: null, order: 'W', props: { ...pageProps('ending'), label: 'Thank you' } },
    },
    ...add([guests]),
    ...add([price, many, few]).map((one) => ({ ...one, after: { ...one.after, parent: ending } })),
  ] as Parameters<typeof edit>[3]);
  await rpc(ann, 'forms.publish', { flowId, version: 1 });
  const { parts } = await openForm(server.url, flowId);
  const text = await (await sendForm(server.url, flowId, { ...parts(), [guests.id]: '4' })).text();
  expect(text).toMatch(/<output[^>]*>50<\/output>/);
  expect([text.includes('You are few'), text.includes('You are many')]).toEqual([true, false]);
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
  const tableId = must(metadata.tables[0]).id;
  const { records } = await rpc(ann, 'records.list', { basePublicId: flowId, tableId });
  expect(records[0]?.data[price.id]).toBe(50);
});

it('gives the pages of a form to go on without a connection, but for one with a password', async () => {
  const flowId = await publishedForm(ann, [asked('short_text', 'Name')]);
  const pages = () => fetch(new URL(`/t/${flowId}/pages`, server.url));
  const given = (await (await pages()).json()) as { pages: { id: string }[]; html: { [id: string]: string } };
  expect(given.html[must(given.pages[0]).id]).toContain('Name');
  // What an ending says is told once the answer is whole.
  expect(JSON.stringify(given)).not.toContain('Thank you');
  await rpc(ann, 'forms.setPassword', { flowId, password: 'open sesame' });
  expect((await pages()).status).toBe(403);
});
