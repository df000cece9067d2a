import { expect, it } from 'vitest';
import { maxStreams, OpenStreams } from './open-streams.ts';

it('lets one person have so many streams open at once, whatever their sessions', () => {
  const streams = new OpenStreams();
  const ann = (session: number) => ({ userId: 'ann', sessionId: `session ${session}` });
  const open = Array.from({ length: maxStreams }, (_, i) => streams.add(ann(i % 3), new AbortController()));
  expect(() => streams.add(ann(4), new AbortController())).toThrow(
    expect.objectContaining({ kind: 'rate-limit', message: expect.stringContaining('close some') }),
  );
  streams.add({ userId: 'ben', sessionId: 'other' }, new AbortController());
  open[0]?.();
  open[0]?.();
  streams.add(ann(4), new AbortController());
  expect(() => streams.add(ann(4), new AbortController())).toThrow();
});

it('ends what a session holds open', () => {
  const streams = new OpenStreams();
  const first = new AbortController();
  const second = new AbortController();
  streams.add({ userId: 'ann', sessionId: 'one' }, first);
  streams.add({ userId: 'ann', sessionId: 'two' }, second);
  streams.endSession('one');
  expect([first.signal.aborted, second.signal.aborted]).toEqual([true, false]);
});
