import { must } from '@weft/std';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { newBase, rpc, type SharedServer, sharedServer, type TestPerson } from '../../testing.ts';
import { linkedTables } from '../bases/testing.ts';

describe('apps as files', () => {
  let server: SharedServer;
  let ann: TestPerson;
  let eve: TestPerson;
  let baseId: string;
  beforeAll(async () => {
    server = await sharedServer();
    ann = await server.signUp('Ann');
    eve = await server.signUp('Eve');
    baseId = await newBase(ann);
    await linkedTables(ann, { basePublicId: baseId });
  });

  const newApp = async () =>
    (await rpc(ann, 'apps.create', { name: 'Portal', from: { kind: 'base', baseId, who: 'everyone' } }))
      .flowId;
  const exported = async (flowId: string, person = ann, query = '') => {
    const response = await person.call('GET', `/admin/zite/apps/export/${flowId}${query}`);
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const imported = async (text: string, person = ann) => {
    const response = await person.call('POST', '/admin/zite/apps/import', {
      file: JSON.parse(text) as object,
    });
    return { status: response.status, ...((await response.json()) as { flowId: string }) };
  };
  const uploaded = async (flowId: string): Promise<string> => {
    const png = await sharp({ create: { width: 8, height: 4, channels: 3, background: '#3b4ec6' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(png)]), 'logo.png');
    const response = await fetch(new URL(`/v1/apps/${flowId}/images`, server.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${ann.token}` },
      body: form,
    });
    return ((await response.json()) as { image: string }).image;
  };
  const withLogo = async () => {
    const flowId = await newApp();
    const logo = await uploaded(flowId);
    await rpc(ann, 'apps.edit', {
      ...{ flowId, editId: `edt${flowId.slice(3)}`, version: 0 },
      edits: [{ kind: 'prop', id: null, key: 'logo', before: null, after: logo }],
    });
    return { flowId, logo };
  };

  it('are the same byte for byte after they were imported', async () => {
    const { flowId, logo } = await withLogo();
    const first = await exported(flowId);
    expect(first.headers.get('content-disposition')).toContain('Portal.zite.json');
    expect(first.text).not.toContain(flowId);
    const copy = await imported(first.text);
    expect((await exported(copy.flowId)).text).toBe(first.text);
    const { content, published } = await rpc(ann, 'apps.get', { flowId: copy.flowId });
    expect([published, content.props.source]).toEqual([null, { type: 'base', baseId }]);
    // Its image is a file of its own.
    expect(content.props.logo).not.toBe(logo);
    expect(String(content.props.logo)).toMatch(/^fil[0-9a-z]{21} 8x4$/);
  });

  it('hold the chat where that is wanted', async () => {
    const flowId = await newApp();
    const file = JSON.parse((await exported(flowId)).text) as { history?: unknown[] };
    const turn = {
      ...{ at: '2026-03-01T10:00:00.000Z', asked: 'Add a chart', said: 'Done', operations: [], changes: [] },
      state: 'refused',
    };
    const { flowId: copy } = await imported(JSON.stringify({ ...file, history: [turn, turn] }));
    expect((await rpc(ann, 'apps.turns', { flowId: copy })).turns).toMatchObject([
      { asked: 'Add a chart', askedBy: null },
      { asked: 'Add a chart' },
    ]);
    expect(JSON.parse((await exported(copy)).text)).toMatchObject({ history: [turn, turn] });
    expect(JSON.parse((await exported(copy, ann, '?excludeMessageHistory=y')).text)).not.toHaveProperty(
      'history',
    );
  });

  it('bring no proposal that could be applied: its words may be others than what it would do', async () => {
    const file = JSON.parse((await exported(await newApp())).text) as { history?: unknown[] };
    const turn = {
      ...{ at: '2026-03-01T10:00:00.000Z', asked: 'A heading', said: 'Done', state: 'proposed' },
      changes: ['Added a heading'],
      operations: [{ op: 'addRule', table: 'Orders', who: 'everyone', can: ['read', 'delete'] }],
    };
    const { flowId } = await imported(JSON.stringify({ ...file, history: [turn] }));
    const { turns } = await rpc(ann, 'apps.turns', { flowId });
    expect(turns).toMatchObject([{ asked: 'A heading', state: 'discarded' }]);
    await expect(
      rpc(ann, 'apps.applyTurn', { flowId, turnId: turns[0]?.id ?? '', editId: `edt${flowId.slice(3)}` }),
    ).rejects.toMatchObject({ kind: 'conflict' });
    expect(JSON.parse((await exported(flowId)).text)).toMatchObject({ history: [{ state: 'discarded' }] });
  });

  it('show no database that whoever imports them may not open', async () => {
    const { text } = await exported(await newApp());
    const copy = await imported(text, eve);
    const { content } = await rpc(eve, 'apps.get', { flowId: copy.flowId });
    expect(content.props.source).toBeUndefined();
    expect((await exported(copy.flowId, ann)).status).toBe(404);
  });

  it.each<readonly [string, (file: { [key: string]: unknown }) => object]>([
    ['something else', () => ({ hello: 1 })],
    ['a newer version', (file) => ({ ...file, version: 2 })],
    [
      'what is no app',
      (file) => ({
        ...file,
        content: {
          kind: 'app',
          schema: 0,
          props: {},
          blocks: { x: { parent: null, order: 'V', props: { type: 'script' } } },
        },
      }),
    ],
    ['an app without blocks', (file) => ({ ...file, content: { kind: 'app', schema: 0, props: {} } })],
    [
      'a block that is a text',
      (file) => ({ ...file, content: { kind: 'app', schema: 0, props: {}, blocks: { x: 'V' } } }),
    ],
    [
      'a block without settings',
      (file) => ({
        ...file,
        content: {
          ...{ kind: 'app', schema: 0, props: {} },
          blocks: { x: { parent: null, order: 'V', props: null } },
        },
      }),
    ],
    [
      'a schema that is no version',
      (file) => ({ ...file, content: { kind: 'app', schema: -1.5, props: {}, blocks: {} } }),
    ],
    ['an image that is none', (file) => ({ ...file, images: [{ name: 'x.webp', data: btoa('<script>') }] })],
  ])('%s is refused', async (_what, changed) => {
    const file = JSON.parse((await exported(await newApp())).text) as { [key: string]: unknown };
    expect((await imported(JSON.stringify(changed(file)))).status).toBe(400);
  });

  it('are duplicated with their images, unpublished, and with the chat where that is wanted', async () => {
    const { flowId, logo } = await withLogo();
    await rpc(ann, 'apps.publish', { flowId, version: 1 });
    const response = await ann.call('POST', `/admin/flows/duplicate/${flowId}`, {
      newFlowName: 'Portal (copy)',
      includeChatHistory: true,
    });
    const { flow } = (await response.json()) as { flow: { id: string; name: string } };
    const { content, published } = await rpc(ann, 'apps.get', { flowId: flow.id });
    expect([flow.name, published]).toEqual(['Portal (copy)', null]);
    expect(content.props.logo).not.toBe(logo);
    expect(Object.keys(must(content.blocks)).length).toBeGreaterThan(5);
  });
});
