import type { Block } from '@weft/documents';
import { firstPageId, pageProps, questionProps } from '@weft/forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { edit, freshId, openForm, sendForm } from './testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
});
afterAll(() => server.close());

/** A quiz of one question with an ending for each outcome, which only the score leads to. */
async function quiz() {
  const made = await ann.call('POST', '/v1/flows', { type: 'quiz', name: 'Planets' });
  const { id: flowId, version } = (await made.json()) as { id: string; version: number };
  const [large, right, wrong] = [freshId('fld'), freshId('opt'), freshId('opt')];
  const blocks: readonly (readonly [string, Block])[] = [
    [
      large,
      {
        ...{ parent: firstPageId, order: 'A' },
        props: { ...questionProps('single_choice'), label: 'The largest?', explanation: 'Heavier than all.' },
      } as Block,
    ],
    [right, { parent: large, order: 'A', props: { type: 'choice', label: 'Jupiter', points: 10 } }],
    [wrong, { parent: large, order: 'B', props: { type: 'choice', label: 'Mars' } }],
    ...(['Failed', 'Won'] as const).map((label, at): readonly [string, Block] => [
      freshId('pag'),
      {
        ...{ parent: null, order: `Y${at}V` },
        props: { ...pageProps('ending'), label, ...(label === 'Won' && { fromScore: 80 }) },
      } as Block,
    ]),
  ];
  const edits = blocks.map(([id, after]) => ({ kind: 'block' as const, id, before: null, after }));
  await edit(ann, flowId, version, edits);
  const published = await ann.call('POST', `/v1/flows/${flowId}/publish`, { version: version + 1 });
  const { publishedSnapshotId } = (await published.json()) as { publishedSnapshotId: string };
  expect(published.status).toBe(200);
  return { flowId, large, right, wrong, snapshotId: publishedSnapshotId };
}

describe('the endings of a quiz', () => {
  it('are published where only a score leads to them, and shown for it (Q2)', async () => {
    const { flowId, large, right, wrong } = await quiz();
    const shownFor = async (choice: string) => {
      const opened = await openForm(server.url, flowId);
      return (await sendForm(server.url, flowId, { ...opened.parts(), [large]: choice })).text();
    };
    expect(await shownFor(right)).toContain('Won');
    expect(await shownFor(wrong)).toContain('Failed');
  });

  it('and points are not told for an answer that is kept among the spam (Q4)', async () => {
    const { flowId, large, right, wrong } = await quiz();
    const opened = await openForm(server.url, flowId);
    const told = [];
    for (const choice of [wrong, right]) {
      const parts = { ...opened.parts(), [large]: choice, website: 'x' };
      const page = await (await sendForm(server.url, flowId, parts)).text();
      told.push(page.slice(page.indexOf('<main'), page.indexOf('</main')));
    }
    expect(told[0]).toBe(told[1]);
    expect(told[0]).not.toMatch(/points|Jupiter|Heavier|Won|Failed/);
    const counted = await sendForm(server.url, flowId, { ...opened.parts(), [large]: right });
    expect(await counted.text()).toContain('10 of 10 points');
  });

  it('are not told again for other answers under the id of one that was taken (Q4)', async () => {
    const { flowId, large, right, wrong, snapshotId: version } = await quiz();
    const submissionId = freshId('sub');
    const send = async (choice: string) => {
      const sent = await fetch(new URL(`/t/${flowId}/submissions`, server.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ submissionId, version, answers: { [large]: choice } }),
      });
      return sent.json();
    };
    expect(await send(wrong)).toMatchObject({ repeated: false, ending: { title: 'Failed' } });
    expect(await send(right)).toMatchObject({ repeated: true, ending: null });
    expect(await send(wrong)).toMatchObject({ repeated: true, ending: null });
  });
});
