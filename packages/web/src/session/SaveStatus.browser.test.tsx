import type { SaveState } from '@weft/client';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SaveStatus } from './SaveStatus.tsx';

const frozen = 'Not answering, retrying';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** What is shown of a state, and after some milliseconds of it. */
function status() {
  const host = document.createElement('main');
  const root = createRoot(host);
  return {
    text: () => host.textContent,
    draw: (save: SaveState) => flushSync(() => root.render(<SaveStatus save={save} />)),
    pass: (milliseconds: number) => flushSync(() => vi.advanceTimersByTime(milliseconds)),
  };
}

it('a server that takes no change is named after three seconds, however many are added', () => {
  const { text, draw, pass } = status();
  draw({ kind: 'saving', waiting: 1 });
  pass(2_000);
  draw({ kind: 'saving', waiting: 2 });
  pass(999);
  expect(text()).not.toContain(frozen);
  pass(1);
  expect(text()).toContain(frozen);
  draw({ kind: 'saved' });
  expect(text()).not.toContain(frozen);
});

it('a server that takes one change after the other is slow, and not named', () => {
  const { text, draw, pass } = status();
  for (let waiting = 9; waiting > 0; waiting--) {
    draw({ kind: 'saving', waiting });
    pass(2_900);
    expect(text()).not.toContain(frozen);
  }
});
