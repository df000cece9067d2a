import { expect, it } from 'vitest';
import { askForViewIndex } from './view-index-job.ts';

it('builds one index once, whichever views and time zones it is asked for', () => {
  const asked: string[] = [];
  const ask = askForViewIndex(
    async ({ id }) => {
      asked.push(id);
    },
    () => 0,
  );
  const view = { viewId: 'viw1', timeZone: 'UTC', locale: 'en-US', now: '2026-03-05T10:00:00.000Z' };
  ask('bas1', 'tbl1', view, 'aaaa');
  ask('bas1', 'tbl1', { ...view, timeZone: 'Europe/Paris' }, 'aaaa');
  ask('bas1', 'tbl1', { ...view, viewId: 'viw2' }, 'aaaa');
  expect(asked).toHaveLength(1);
  ask('bas1', 'tbl1', { ...view, timeZone: 'Asia/Tokyo' }, 'bbbb');
  ask('bas2', 'tbl1', view, 'aaaa');
  expect(new Set(asked).size).toBe(3);
});
