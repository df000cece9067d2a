import type { Action } from '@weft/history';
import { expect, it } from 'vitest';
import { type KeptActions, keptActions } from './kept-actions.ts';

function storage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    key: (place) => [...items.keys()][place] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

const edit = (id: string): Action => ({
  id,
  type: 'DELETE_TABLE',
  input: { tableId: 'tbl' },
});
const ids = (kept: KeptActions) => kept.load().map((action) => action.id);

async function open(local: Storage, session = storage(), owner = 'ines'): Promise<KeptActions> {
  const kept = keptActions(owner, 'base', {
    local: () => local,
    session: () => session,
    locks: navigator.locks,
  });
  await kept.claim();
  return kept;
}

it('takes over what a closed tab left behind', async () => {
  const local = storage();
  const closed = await open(local);
  closed.save([edit('a'), edit('b')]);
  closed.release();
  const next = await open(local);
  expect(ids(next)).toEqual(['a', 'b']);
  next.save([]);
  expect(local.length).toBe(0);
  next.release();
});

it('finds its own list again after a reload', async () => {
  const local = storage();
  const session = storage();
  const before = await open(local, session);
  before.save([edit('a')]);
  before.release();
  const after = await open(local, session);
  expect(ids(after)).toEqual(['a']);
  after.release();
});

it('leaves the list of an open tab alone, even to its duplicate', async () => {
  const local = storage();
  const session = storage();
  const first = await open(local, session);
  first.save([edit('a')]);
  const duplicate = await open(local, session);
  expect(ids(duplicate)).toEqual([]);
  duplicate.save([edit('b')]);
  expect(ids(first)).toEqual(['a']);
  first.release();
  duplicate.release();
});

it('sends nobody else’s changes', async () => {
  const local = storage();
  const session = storage();
  const ines = await open(local, session);
  ines.save([edit('a')]);
  ines.release();
  const ben = await open(local, session, 'ben');
  expect(ids(ben)).toEqual([]);
  ben.release();
});

it('says when a full or closed storage keeps nothing, and goes on', async () => {
  const full = storage();
  full.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const kept = await open(full);
  expect(kept.save([edit('a')])).toBe(false);
  expect(kept.save([])).toBe(true);
  kept.release();
  const closed = (): Storage => {
    throw new DOMException('closed', 'SecurityError');
  };
  const nowhere = keptActions('ines', 'base', { local: closed, session: closed, locks: navigator.locks });
  await nowhere.claim();
  expect([nowhere.load(), nowhere.save([edit('a')])]).toEqual([[], false]);
});

it('leaves what closed tabs left where it is when there is no room for all of it together', async () => {
  const local = storage();
  const closed = await open(local);
  closed.save([edit('a')]);
  closed.release();
  const plain = local.setItem;
  local.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const meanwhile = await open(local);
  expect(ids(meanwhile)).toEqual([]);
  meanwhile.release();
  local.setItem = plain;
  const next = await open(local);
  expect(ids(next)).toEqual(['a']);
  next.release();
});

it('keeps the first of many changes when not all have room', async () => {
  const kept = await open(storage());
  const large = (id: string): Action => ({
    id,
    type: 'UPDATE_TABLE',
    input: { tableId: 'tbl', name: 'x'.repeat(900_000) },
  });
  expect(kept.save([large('a'), large('b')])).toBe(true);
  expect(kept.save([large('a'), large('b'), large('c'), edit('d')])).toBe(false);
  expect(ids(kept)).toEqual(['a', 'b']);
  kept.release();
});
