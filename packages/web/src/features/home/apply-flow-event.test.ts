import type { FlowEvent } from '@weft/core';
import { describe, expect, it } from 'vitest';
import type { Flow, FlowPage } from '../../api.ts';
import { applyFlowEvent } from './apply-flow-event.ts';

const flow = (id: string, name = id): Flow => ({
  id,
  publicIdentifier: id,
  name,
  type: 'base',
  parentFlowPublicIdentifier: null,
  screenshotUrl: null,
  publishedSnapshotId: null,
  cloneableTemplateId: null,
  workspaceId: null,
  starred: false,
  lastOpenedAt: null,
  internalNote: null,
  submissions: null,
  unreadCount: null,
  sharedWith: { count: 0, people: [] },
  scheduling: null,
  settings: { disabledForm: false, maxSubmissions: null, expirationDate: null, openDate: null },
  locked: false,
  role: 'write',
  seenAs: null,
  owner: { firstName: 'Ann', name: 'Ann' },
  ownerUserId: 'ann',
  createdAt: '2026-11-21T09:00:00.000Z',
  updatedAt: '2026-11-21T09:00:00.000Z',
  trashedAt: null,
  accessLevel: 'write',
});

type Happened = Exclude<FlowEvent['change'], 'missed'>;

const event = (
  change: Happened,
  flowId: string,
  more: { name?: string; trashed?: boolean } = {},
): FlowEvent => ({
  seq: 1,
  change,
  flowId,
  userId: 'bob',
  actionId: null,
  flow:
    change === 'deleted'
      ? null
      : {
          type: 'base',
          name: more.name ?? flowId,
          workspaceId: null,
          updatedAt: '2026-11-21T10:00:00.000Z',
          trashedAt: more.trashed ? '2026-11-21T10:00:00.000Z' : null,
        },
});

const pages: readonly FlowPage[] = [
  { flows: [flow('plans'), flow('budget')], nextCursor: 'more', version: 0 },
  { flows: [flow('guests')], nextCursor: null, version: 0 },
];
const home = { trashed: false, search: '' };
const trash = { trashed: true, search: '' };
const names = (after: readonly FlowPage[] | 'refetch') =>
  after === 'refetch' ? after : after.map((page) => page.flows.map(({ name }) => name));

describe('a list of databases', () => {
  it('shows the new name that a colleague gives one', () => {
    expect(names(applyFlowEvent(pages, home, event('renamed', 'guests', { name: 'People' })))).toEqual([
      ['plans', 'budget'],
      ['People'],
    ]);
  });

  it('loses what a colleague moves to the trash, or removes', () => {
    for (const one of [event('trashed', 'plans', { trashed: true }), event('deleted', 'plans')])
      expect(names(applyFlowEvent(pages, home, one))).toEqual([['budget'], ['guests']]);
  });

  it('is read again for what comes in, and for what the server alone can find', () => {
    expect(applyFlowEvent(pages, home, event('created', 'new'))).toBe('refetch');
    expect(applyFlowEvent(pages, home, event('restored', 'new'))).toBe('refetch');
    expect(applyFlowEvent(pages, trash, event('trashed', 'new', { trashed: true }))).toBe('refetch');
    expect(applyFlowEvent(pages, { ...home, search: 'pl' }, event('renamed', 'plans'))).toBe('refetch');
    expect(applyFlowEvent(pages, home, { seq: 9, change: 'missed' })).toBe('refetch');
  });

  it('stays as it is when something else changes', () => {
    expect(applyFlowEvent(pages, home, event('renamed', 'on a later page'))).toBe(pages);
    expect(applyFlowEvent(pages, trash, event('created', 'new'))).toBe(pages);
    expect(applyFlowEvent(pages, home, event('deleted', 'new'))).toBe(pages);
  });
});
