// Counts down the time of a quiz. The server's clock decides; this one only shows it.

import { say } from './say.ts';

/** Seconds before the end at which it is said aloud. */
const warned: readonly number[] = [60, 10];

const written = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Hands in what there is when the time is over. */
export function countDown(shown: HTMLElement): void {
  const form = shown.closest('main')?.querySelector('form');
  const end = performance.now() + Number(shown.dataset.left) * 1_000;
  const state = form?.querySelector('.state') ?? null;
  const tick = (): void => {
    if (!shown.isConnected || form === null || form === undefined) return;
    const left = Math.max(0, Math.round((end - performance.now()) / 1_000));
    shown.textContent = written(left);
    shown.parentElement?.classList.toggle('faulty', left <= 60);
    if (warned.includes(left) && state !== null) state.textContent = say('secondsLeft', left);
    const isSending = form.querySelector('[aria-busy=true]') !== null;
    if (left === 0 && !isSending) form.requestSubmit(form.querySelector<HTMLElement>('[data-time]'));
    setTimeout(tick, left === 0 ? 2_000 : 1_000);
  };
  setTimeout(tick, 1_000);
}
