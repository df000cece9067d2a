import type { FormQuestion } from '@weft/forms';
import { must } from '@weft/std';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { add, asked, edit, freshId, openForm, publishedForm, results, sendForm } from './testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:9?from=weft@team.example' });
  ann = await server.signUp('Ann Owner');
});
afterAll(() => server.close());

/** Questions of eight fields each. */
const matrices = (count: number): readonly FormQuestion[] =>
  Array.from({ length: count }, (_, at) => ({
    ...asked('matrix', `Matrix ${at}`),
    parts: Array.from({ length: 8 }, (_, row) => ({
      id: freshId('fld'),
      name: `row${row}`,
      label: `Row ${row}`,
    })),
  }));

const fieldNames = async (flowId: string): Promise<readonly string[]> => {
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
  return must(metadata.tables[0]).fields.map(({ name }) => name);
};

const draftOf = (flowId: string) => rpc(ann, 'forms.get', { flowId });

/** Puts other questions in the place of all that the draft asks. */
async function ask(flowId: string, questions: readonly FormQuestion[]): Promise<number> {
  const { version, content } = await draftOf(flowId);
  const isInside = ({ parent }: { parent: string | null }) => parent?.startsWith('fld') === true;
  const gone = Object.entries(content.blocks)
    .filter(([, { props }]) => props.type !== 'page')
    .toSorted(([, one], [, other]) => Number(isInside(other)) - Number(isInside(one)))
    .map(([id, block]) => ({ kind: 'block' as const, id, before: block as never, after: null }));
  return (await edit(ann, flowId, version, [...gone, ...add(questions)])).version;
}

describe('columns of answers', () => {
  it('are not made for a form that asks for more than its table has room for', async () => {
    const { flowId } = await rpc(ann, 'forms.create', { name: 'Too many' });
    await edit(ann, flowId, 0, add(matrices(62)));
    await expect(rpc(ann, 'forms.publish', { flowId, version: 1 })).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('asks for 496 fields, and its table of answers has room for 490'),
    });
    expect(await fieldNames(flowId)).toEqual(['Submitted']);
    const version = await ask(flowId, [asked('short_text', 'Only one')]);
    await rpc(ann, 'forms.publish', { flowId, version });
    expect(await fieldNames(flowId)).toEqual(['Submitted', 'Only one']);
  });

  it('of former questions give up their place where nobody has answered them, and stay where somebody has', async () => {
    const [kept, gone] = [asked('short_text', 'Kept'), asked('short_text', 'Gone')];
    const flowId = await publishedForm(ann, [kept, gone, ...matrices(31)]);
    const parts = (await openForm(server.url, flowId)).parts();
    await sendForm(server.url, flowId, { ...parts, [gone.id]: 'an answer' });
    const second = await ask(flowId, [kept, ...matrices(31)]);
    await rpc(ann, 'forms.publish', { flowId, version: second });
    expect(await fieldNames(flowId)).toHaveLength(499);
    const third = await ask(flowId, [kept, asked('short_text', 'New'), ...matrices(2)]);
    await rpc(ann, 'forms.publish', { flowId, version: third });
    const names = await fieldNames(flowId);
    expect(names).toHaveLength(500);
    expect(names).toEqual(expect.arrayContaining(['Kept', 'Gone', 'New', 'Matrix 0: Row 0']));
    const again = (await openForm(server.url, flowId)).parts();
    expect((await sendForm(server.url, flowId, { ...again, [kept.id]: 'x' })).status).toBe(200);
    expect(await results(ann, flowId)).toMatchObject([{ Gone: 'an answer' }, { Kept: 'x' }]);
    // Where that is not enough, nothing is made, and they are told the way out.
    const fourth = await ask(flowId, [kept, ...matrices(61)]);
    await expect(rpc(ann, 'forms.publish', { flowId, version: fourth })).rejects.toMatchObject({
      kind: 'limit',
      message: expect.stringContaining('need 488 more columns'),
    });
    expect(await fieldNames(flowId)).toEqual(names);
  });

  it('that the form itself writes are there before anybody answers', async () => {
    const { flowId } = await rpc(ann, 'forms.create', { name: 'Quiz', kind: 'quiz' });
    await edit(ann, flowId, 0, [
      ...add([asked('single_choice', 'Right?')]),
      { kind: 'prop', id: null, key: 'language', before: null, after: 'en' },
      { kind: 'prop', id: null, key: 'languages', before: null, after: ['de'] as never },
    ]);
    await rpc(ann, 'forms.publish', { flowId, version: 1 });
    expect(await fieldNames(flowId)).toEqual(['Submitted', 'Right?', 'Language', 'Score']);
    await rpc(ann, 'forms.updateSettings', { flowId, settings: { mailCode: true } });
    expect(await fieldNames(flowId)).toEqual([
      ...['Submitted', 'Right?', 'Language', 'Score', 'Verified email'],
    ]);
  });

  it('are as they were before where the form is not published after all', async () => {
    const name = asked('short_text', 'Name');
    const flowId = await publishedForm(ann, [name]);
    const taken = freshId('snp');
    const other = await rpc(ann, 'forms.create', { name: 'Other' });
    await edit(ann, other.flowId, 0, add([asked('short_text', 'Name')]));
    await rpc(ann, 'forms.publish', { flowId: other.flowId, version: 1, snapshotId: taken });
    const { version } = await draftOf(flowId);
    const made = await edit(ann, flowId, version, [
      ...add([asked('short_text', 'Never')]),
      { kind: 'prop', id: name.id, key: 'label', before: 'Name', after: 'Renamed' },
    ]);
    const publish = (snapshotId: string) =>
      rpc(ann, 'forms.publish', { flowId, version: made.version, snapshotId });
    await expect(publish(taken)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await fieldNames(flowId)).toEqual(['Submitted', 'Name']);
    await publish(freshId('snp'));
    expect(new Set(await fieldNames(flowId))).toEqual(new Set(['Submitted', 'Renamed', 'Never']));
  });
});
