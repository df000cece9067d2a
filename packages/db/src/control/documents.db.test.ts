import type { Content, Edit } from '@weft/documents';
import { must } from '@weft/std';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { describeEngines, newId, type TestEngine } from '../testing.ts';
import { DocumentFeed } from './document-feed.ts';
import {
  addDocument,
  addSnapshot,
  Documents,
  editsAfter,
  hasEdits,
  keptEdits,
  lockDraft,
  showSnapshot,
  writeEdits,
  writeSettings,
} from './documents.ts';
import { addFlow } from './flows.ts';
import { countSubmission } from './held-settings.ts';

const empty: Content = { kind: 'form', schema: 0, props: { title: 'Guests' }, blocks: {} };
const titled = (title: string): Content => ({ ...empty, props: { title } });
const renaming = (before: string, after: string): readonly Edit[] => [
  { kind: 'prop', id: null, key: 'title', before, after },
];

describeEngines('the documents of flows', (open) => {
  let opened: TestEngine;
  let engine: Engine;
  let documents: Documents;
  let flowId: string;

  beforeAll(async () => {
    opened = await open();
    engine = opened.engine;
    await engine.exec(`
      INSERT INTO weft.auth_user ("id", "name", "email", "emailVerified", "updatedAt")
        VALUES ('ann', 'Ann', 'ann@example.org', true, now());
      INSERT INTO weft.organizations (id, name) VALUES ('org', 'Ours');
      INSERT INTO weft.members (organization_id, user_id, role) VALUES ('org', 'ann', 'admin')`);
    documents = new Documents(engine);
  });
  afterAll(() => opened[Symbol.asyncDispose]());
  beforeEach(async () => {
    flowId = newId('bas');
    const flow = { organizationId: 'org', ownerUserId: 'ann', workspaceId: null, actionId: null };
    await engine.transaction(async (tx) => {
      await addFlow(tx, { ...flow, id: flowId, type: 'form', name: 'Guests' });
      await addDocument(tx, flowId, empty);
    });
  });

  const write = (id: string, version: number, edits: readonly Edit[], content: Content) =>
    engine.transaction((tx) => writeEdits(tx, flowId, { id, version, userId: 'ann', edits }, content));

  it('keeps a draft with its latest edits, and knows which it has taken', async () => {
    await write('one', 1, renaming('Guests', 'Friends'), titled('Friends'));
    await write('two', 2, renaming('Friends', 'Family'), titled('Family'));
    expect(await documents.draft(flowId)).toMatchObject({ version: 2, content: titled('Family') });
    const since = await engine.transaction((tx) => editsAfter(tx, flowId, 1, 2));
    expect(since).toMatchObject([{ id: 'two', version: 2, edits: renaming('Friends', 'Family') }]);
    expect(await hasEdits(engine, flowId, 'one')).toBe(true);
    await expect(write('one', 3, [], empty)).rejects.toThrow();
  });

  it('forgets old edits, and says so to whoever asks for what is forgotten', async () => {
    await engine.query('UPDATE weft.documents SET version = $2 WHERE flow_id = $1', [flowId, keptEdits + 4]);
    await write('late', keptEdits + 5, renaming('Guests', 'Late'), titled('Late'));
    expect(await editsAfter(engine, flowId, 3, keptEdits + 5)).toBeNull();
    const stop = new AbortController();
    const feed = new DocumentFeed(engine).changes(flowId, 3, stop.signal);
    expect((await feed.next()).value).toEqual({ seq: keptEdits + 5, missed: true });
    stop.abort();
    await feed.next();
  });

  it('shows what was published, never changed, and nothing of what is in the trash', async () => {
    const snapshot = { publishedAt: '2026-03-01T10:00:00.000Z', publishedBy: 'ann' };
    const add = (id: string, number: number, content: Content) =>
      engine.transaction((tx) => addSnapshot(tx, flowId, { ...snapshot, id, number, content }));
    const [first, second] = [newId('snp'), newId('snp')];
    await add(first, 1, titled('One'));
    await add(second, 2, titled('Two'));
    expect(await documents.published(flowId)).toMatchObject({
      snapshotId: second,
      content: titled('Two'),
      ownerEmail: 'ann@example.org',
      organizationName: 'Ours',
      submissions: 0,
    });
    expect((await documents.snapshots(flowId, 10)).map(({ number }) => number)).toEqual([2, 1]);
    await showSnapshot(engine, flowId, first, 'ann');
    expect(must(await documents.published(flowId)).content).toEqual(titled('One'));
    await engine.query('UPDATE weft.flows SET trashed_at = now() WHERE id = $1', [flowId]);
    expect(await documents.published(flowId)).toBeNull();
  });

  it('counts answers that come at once one after the other, and none that is rolled back', async () => {
    await writeSettings(engine, flowId, { maxSubmissions: 3 });
    await writeSettings(engine, flowId, { disabledForm: false });
    const take = () =>
      engine.transaction(async (tx) => {
        const counted = must(await countSubmission(tx, flowId));
        if (counted.submissions >= Number(counted.settings.maxSubmissions)) throw new Error('full');
      });
    const taken = await Promise.allSettled(Array.from({ length: 10 }, take));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await documents.settings(flowId)).toEqual({
      settings: { maxSubmissions: 3, disabledForm: false },
      submissions: 3,
      customEnding: null,
      passwordHash: null,
      captcha: null,
    });
  });

  it('tells those who follow a draft of each batch, in order, whoever wrote it', async () => {
    const [feed, elsewhere] = [new DocumentFeed(engine), new DocumentFeed(engine)];
    const stop = new AbortController();
    const events = feed.changes(flowId, 0, stop.signal);
    const first = events.next();
    await write('one', 1, renaming('Guests', 'Friends'), titled('Friends'));
    await feed.changed([flowId]);
    expect((await first).value).toMatchObject({ seq: 1, editId: 'one', userId: 'ann' });
    const second = events.next();
    await write('two', 2, [], titled('Friends'));
    // Another process wrote it.
    await elsewhere.changed([flowId]);
    await feed.look();
    expect((await second).value).toMatchObject({ seq: 2, edits: [] });
    stop.abort();
    expect((await events.next()).done).toBe(true);
  });

  it('locks a draft for one transaction at a time', async () => {
    const rename = (title: string) =>
      engine.transaction(async (tx) => {
        const { version } = must(await lockDraft(tx, flowId));
        await writeEdits(
          tx,
          flowId,
          { id: title, version: version + 1, userId: 'ann', edits: [] },
          titled(title),
        );
      });
    await Promise.all(['a', 'b', 'c', 'd'].map(rename));
    expect(must(await documents.draft(flowId)).version).toBe(4);
  });
});
