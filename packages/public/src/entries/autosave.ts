// Keeps what is filled in on the server while it is filled in, so that a reload and a crash lose nothing.
import { keepAnswer, keptMark } from './offline.ts';

/** Milliseconds after the last input, and at most after the first that is not kept yet. */
const pause = 700;
const longest = 1_800;
/** Milliseconds that the server may take, and that sending an answer waits for it. */
const timeout = 15_000;
const patience = 1_000;

let timer = 0;
let waitingSince: number | null = null;
let inFlight: Promise<unknown> = Promise.resolve();
let stop = new AbortController();
/** How often something was filled in, and up to where the server has it. */
let changes = 0;
let saved = 0;
/** Writes of the newest texts to this device, one after the other, and whether the next one waits for its turn. */
let onDevice: Promise<unknown> = Promise.resolve();
let isDeviceNext = false;

/** The texts of a form; files were sent as they were chosen, and it carries their ids. */
export const textsOf = (form: HTMLFormElement): string[][] =>
  [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));

/** Gives up the requests that are under way or wait for their turn. */
function abort(): void {
  stop.abort();
  stop = new AbortController();
}

const unsynced = (form: HTMLFormElement) => ({
  texts: textsOf(form).map(([name = '', text = '']) => [name, text] as const),
  isSent: false,
  isSynced: false,
});

/** Keeps the newest texts on this device at once: a page that is left or reloaded has no time to. */
function keepOnDevice(form: HTMLFormElement): void {
  if (isDeviceNext) return;
  isDeviceNext = true;
  onDevice = onDevice.then(() => {
    isDeviceNext = false;
    return keepAnswer(form.action, unsynced(form));
  });
}

function keep(form: HTMLFormElement, isLeaving = false): void {
  clearTimeout(timer);
  waitingSince = null;
  if (isLeaving) abort();
  const change = changes;
  const { signal } = stop;
  const address = form.action;
  const kept = unsynced(form);
  const { texts } = kept;
  // What waits on this device for a connection has no name that the server knows.
  const known = texts.filter(([, text]) => !keptMark.test(text));
  const body = String(new URLSearchParams(known.map(([name, text]) => [name, text])));
  const request = () =>
    fetch(`${address}/unfinished`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
      // Browsers let no more than 64 kB go on behind a page that is left.
      keepalive: body.length < 60_000,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    }).catch(() => null);
  // A page that is left runs nothing later: its request starts at once.
  const started = isLeaving ? request() : null;
  // One after the other: the newest is kept last. What fails stays on the device, and is kept with the next input.
  inFlight = inFlight.then(async () => {
    if (signal.aborted) return;
    // What was written since is on this device already.
    if (change === changes) await keepAnswer(address, kept);
    const answer = await (started ?? request());
    if (answer?.ok !== true) return;
    const { retryAfter = 0 }: { readonly retryAfter?: number } = await answer.json().catch(() => ({}));
    if (retryAfter > 0) {
      // The server has too many at once: it goes there later, unless more was written by then, or it was sent.
      const later = retryAfter * 1_000 * (1 + Math.random());
      if (change === changes && change !== saved) timer = setTimeout(() => keep(form), later);
      return;
    }
    saved = Math.max(saved, change);
    if (change !== changes) return;
    await keepAnswer(address, { ...kept, isSynced: known.length === texts.length });
  });
}

/** Has what is filled in kept: at once on this device when a person did it, and soon on the server. */
export function keepSoon(form: HTMLFormElement, isByPerson: boolean): void {
  if (form.getAttribute('action') === '') return;
  if (isByPerson) keepOnDevice(form);
  const now = Date.now();
  changes++;
  waitingSince ??= now;
  clearTimeout(timer);
  timer = setTimeout(() => keep(form), Math.max(0, Math.min(pause, waitingSince + longest - now)));
}

/** Ends it for what is sent now: nothing of before arrives behind it, and no slow request holds it up. */
export async function stopKeeping(): Promise<void> {
  clearTimeout(timer);
  waitingSince = null;
  saved = changes;
  // Without a connection nothing of it arrives: what is sent is to be on the device before the page may be left.
  const patient = setTimeout(abort, navigator.onLine ? patience : 0);
  await onDevice;
  await inFlight;
  clearTimeout(patient);
}

/** Has everything kept before the page is opened anew; a slow server is not waited for long, for the device has it too. */
export async function keepAll(form: HTMLFormElement): Promise<void> {
  if (changes !== saved) keep(form);
  await Promise.race([inFlight, new Promise((resolve) => setTimeout(resolve, 4 * patience))]);
}

/** Keeps at once what the server does not have, for the page may not come back. */
export function keepNow(form: HTMLFormElement | null): void {
  if (form !== null && changes !== saved) keep(form, true);
}
