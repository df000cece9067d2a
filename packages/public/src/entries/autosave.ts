// Keeps what is filled in on the server while it is filled in, so that a reload and a crash lose nothing.
import { keepAnswer } from './offline.ts';

/** Milliseconds after the last input, and at most after the first that is not kept yet. */
const pause = 700;
const longest = 1_800;

let timer = 0;
let waitingSince: number | null = null;
let inFlight: Promise<unknown> = Promise.resolve();

/** The texts of a form; files were sent as they were chosen, and it carries their ids. */
export const textsOf = (form: HTMLFormElement): string[][] =>
  [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));

function keep(form: HTMLFormElement): void {
  clearTimeout(timer);
  waitingSince = null;
  const body = String(new URLSearchParams(textsOf(form)));
  // Browsers let no more than 64 kB go on behind a page that is left.
  const keepalive = body.length < 60_000;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const address = form.action;
  const texts = textsOf(form).map(([name = '', text = '']) => [name, text] as const);
  const kept = { texts, isSent: false, isSynced: false };
  // One after the other: the newest is kept last. What fails stays on the device, and is kept with the next input.
  inFlight = inFlight.then(async () => {
    await keepAnswer(address, kept);
    const answer = await fetch(`${address}/unfinished`, { method: 'POST', headers, body, keepalive }).catch(
      () => null,
    );
    if (answer?.ok === true) await keepAnswer(address, { ...kept, isSynced: true });
  });
}

/** Has what is filled in kept soon. */
export function keepSoon(form: HTMLFormElement): void {
  if (form.getAttribute('action') === '') return;
  const now = Date.now();
  waitingSince ??= now;
  clearTimeout(timer);
  timer = setTimeout(() => keep(form), Math.max(0, Math.min(pause, waitingSince + longest - now)));
}

/** Ends it for what is sent now: nothing of before arrives behind it. */
export async function stopKeeping(): Promise<void> {
  clearTimeout(timer);
  waitingSince = null;
  await inFlight;
}

/** Keeps at once what is waiting, for the page may not come back. */
export function keepNow(form: HTMLFormElement | null): void {
  if (form !== null && waitingSince !== null) keep(form);
}
