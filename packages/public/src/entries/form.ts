// Sends a form without leaving the page. What the server answers is a page as well; its main part takes the place of
// this one's, so that there is one way to show what is wrong.
import './form.css';
import { keepAll, keepNow, keepSoon, stopKeeping, textsOf } from './autosave.ts';
import { tellHeight } from './embedded.ts';
import { enhance } from './enhance.ts';
import {
  fillIn,
  forgetAnswer,
  forgetBegun,
  forgetPage,
  type Kept,
  keepAnswer,
  keepPage,
  keptAnswer,
  keptMark,
  namesFile,
  newestKept,
  submissionOf,
} from './offline.ts';
import { say } from './say.ts';

const mainOf = (root: Document): HTMLElement => root.querySelector('main') as HTMLElement;

function stateOf(form: HTMLFormElement, text: string, faulty: boolean): void {
  const state = form.querySelector<HTMLElement>('.state');
  if (state === null) return;
  state.textContent = text;
  state.classList.toggle('faulty', faulty);
}

/** The id of the page that is shown; null where nothing is asked. */
const shownPage = (): string | null =>
  document.querySelector<HTMLInputElement>('form input[name=page]')?.value ?? null;

/** Each page is an entry of the history: the browser's Back leads to the page before, not out of the form. */
function recordPage(): void {
  if (history.state !== shownPage()) history.pushState(shownPage(), '');
}

/** Shows what was answered, and leads to it whoever reads by ear or key. */
function show(answer: Document): void {
  mainOf(document).replaceWith(mainOf(answer));
  // Behind the end there is nothing that could be kept for another language.
  if (shownPage() === null) document.querySelector('.languages')?.remove();
  void enhance(mainOf(document));
  recordPage();
  document.title = answer.title;
  const told = document.querySelector<HTMLElement>('.alert, .feedback') ?? document.querySelector('h1');
  scrollTo(0, 0);
  told?.focus();
  const onward = document.querySelector<HTMLAnchorElement>('a[data-redirect]');
  if (onward !== null) location.assign(onward.href);
}

/** Whether an answer names files, by the ids they have or the marks they are kept under. */
const takesFiles = (texts: Kept['texts']): boolean => texts.some(([, text]) => namesFile(text));

/** The texts with the ids of files that were kept on this device, which are sent first. */
async function sentTexts(address: string, texts: Kept['texts']): Promise<Kept['texts']> {
  if (!texts.some(([, text]) => keptMark.test(text))) return texts;
  return (await import('./kept-files.ts')).withSentFiles(address, texts);
}

/** Sends texts as the form's own, and shows what is answered. Throws where there is no connection. */
async function post(form: HTMLFormElement, texts: Kept['texts'], isRetry = false): Promise<void> {
  const address = form.action;
  const sent = await sentTexts(address, texts);
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams(sent.map(([name, text]) => [name, text])),
  });
  const answer = new DOMParser().parseFromString(await response.text(), 'text/html');
  const reason = answer.querySelector('main.message p')?.textContent;
  const isTaken = response.ok && answer.querySelector('main form') === null;
  // Nobody pressed a button for a retry: what the server cannot take now goes out with the next one.
  const isSent = isRetry && (response.status === 429 || response.status >= 500);
  if (isTaken) {
    const id = submissionOf(sent);
    document.dispatchEvent(new CustomEvent('answer-sent', { detail: id }));
    await forgetAnswer(address, id);
    if (takesFiles(sent)) await (await import('./kept-files.ts')).forgetFiles(address, id);
    await forgetPage(new URL(address).pathname);
    await forgetPage(location.pathname);
  } else await keepAnswer(address, { texts: sent, isSent, isSynced: response.ok });
  // A refusal that holds no form would take away what was written: it is said beside the button.
  if (isSent) stateOf(form, `${say('busy')} ${say('onDevice')}`, true);
  else if (!response.ok && answer.querySelector('main form') === null)
    stateOf(form, reason ?? say('tryLater'), true);
  else show(answer);
}

/** Shows a page of the form without the server; false: it has none for this. */
async function turnOffline(form: HTMLFormElement, texts: Kept['texts'], go: string): Promise<boolean> {
  if (form.dataset.pages === undefined || go === 'mail') return false;
  const address = form.action;
  const { turnPage, markFaults } = await import('./pages.ts');
  const turned = await turnPage(address, texts, go).catch(() => null);
  if (turned === null) return false;
  show(turned.document);
  const shown = document.querySelector('main form') as HTMLFormElement;
  // Of what it says itself, which page it is alone is kept: a reload leads back to it.
  const of = texts.filter(([name]) => name !== 'page' && name !== 'go');
  const kept = {
    // The server counts the pages that it has not turned itself.
    texts: [...of, ...['page', 'turned'].map((name) => [name, shownPage() ?? ''] as const)],
    ...{ isSent: false, isSynced: false },
  };
  await keepAnswer(address, kept);
  fillIn(shown, kept);
  await restoreFilesOf(shown, kept);
  markFaults(shown, turned.wrong, turned.frame);
  stateOf(shown, say('noConnection'), false);
  return true;
}

/** Sends what is filled in; `go` says what the button does, or names the page to come. */
async function send(form: HTMLFormElement, button: HTMLButtonElement, go = button.value): Promise<void> {
  const label = button.textContent;
  const isSubmit = label === say('submit') && go === button.value;
  button.ariaBusy = 'true';
  if (isSubmit) button.textContent = say('submitting');
  stateOf(form, '', false);
  await stopKeeping();
  if (form.dataset.work !== undefined) await (await import('./work.ts')).finishWork(form);
  const texts = [...textsOf(form), [button.name, go]].map(([name = '', text = '']) => [name, text] as const);
  try {
    await post(form, texts);
  } catch (error) {
    if (await isRefusedFile(error)) return stateOf(form, (error as Error).message, true);
    if (await turnOffline(form, texts, go)) return;
    const isKept = await keepAnswer(form.action, { texts, isSent: true, isSynced: false });
    const { connected } = form.dataset;
    const why = connected === undefined ? '' : ` ${say('connected', connected)}`;
    stateOf(form, `${say('offline')} ${say(isKept ? 'onDevice' : 'onPage')}${why}`, true);
  } finally {
    button.ariaBusy = null;
    button.textContent = label;
  }
}

/** A file that was kept is not one that the question takes: its message says so. */
const isRefusedFile = async (error: unknown): Promise<boolean> =>
  error instanceof Error &&
  error.name !== 'TypeError' &&
  error instanceof (await import('./kept-files.ts')).FileRefused;

/** Files that the answer names, and the page does not show: it was brought back without them. */
async function restoreFilesOf(form: HTMLFormElement, { texts }: Kept): Promise<void> {
  const boxes = [...form.querySelectorAll<HTMLElement>('.files')];
  if (boxes.length === 0 || !takesFiles(texts)) return;
  const { restoreFiles } = await import('./files.ts');
  for (const box of boxes) {
    const name = box.querySelector<HTMLInputElement>('input[type=file]')?.name;
    await restoreFiles(
      box,
      texts.flatMap(([of, text]) => (of === name ? [text] : [])),
    );
  }
}

/** Goes on with an answer that is on this device and maybe nowhere else; one that was to be sent is sent. */
async function resume(isOpening: boolean): Promise<void> {
  const form = document.querySelector('main form:has([name=submission])') as HTMLFormElement | null;
  if (form === null || form.getAttribute('action') === '' || isSending(form)) return;
  if (new URLSearchParams(location.search).has('new')) return forgetBegun(form.action);
  const own = (form.elements.namedItem('submission') as HTMLInputElement).value;
  // What another tab keeps is its own. A page that is opened anew sends what waits for it, else goes on with what was kept last.
  const newest = isOpening ? await newestKept(form.action) : null;
  const kept = newest?.isSent === true ? newest : ((await keptAnswer(form.action, own)) ?? newest);
  if (kept === null || (kept.isSynced && navigator.onLine)) return;
  const page = kept.texts.findLast(([name]) => name === 'page')?.[1];
  // The page that is brought back is the first one: without a connection they may have been on another.
  const isElsewhere = page !== undefined && page !== shownPage() && !kept.isSent;
  if (isElsewhere && !navigator.onLine && (await turnOffline(form, kept.texts, 'stay'))) return;
  fillIn(form, kept);
  await restoreFilesOf(form, kept);
  if (!kept.isSent) return;
  await stopKeeping();
  // The token of the page that was sent from lasts a week, and says that it was opened before the form was changed.
  const { value: token } = form.elements.namedItem('token') as HTMLInputElement;
  const isOld = (text: string) => Date.now() - Number.parseInt(text, 36) > 6e8;
  const texts = kept.texts.map(
    ([name, text]) => [name, name === 'token' && isOld(text) ? token : text] as const,
  );
  await post(form, texts, true).catch(async (error: unknown) => {
    if (await isRefusedFile(error)) {
      await keepAnswer(form.action, { ...kept, isSent: false });
      return stateOf(form, (error as Error).message, true);
    }
    await keepAnswer(form.action, kept);
    stateOf(form, `${say('offline')} ${say('onDevice')}`, true);
  });
}

/** Opens the page anew in the language that is chosen: what is filled in is kept first. */
async function changeLanguage(form: HTMLFormElement): Promise<void> {
  await keepAll(form);
  const address = new URL(location.href);
  address.searchParams.delete('new');
  address.searchParams.set('lang', (form.elements.namedItem('lang') as HTMLSelectElement).value);
  location.assign(address);
}

const nextButton = (form: HTMLFormElement) =>
  form.querySelector<HTMLButtonElement>('.actions button[type=submit]');

const isSending = (form: HTMLFormElement): boolean => form.querySelector('[aria-busy=true]') !== null;

/** Why the page cannot be left yet for the files on it. */
function waitingFiles(form: HTMLFormElement): string | null {
  const row = form.querySelector(
    'fieldset:not([hidden]) .files .sending, fieldset:not([hidden]) .files .failed',
  );
  const name = row?.querySelector('.file')?.textContent;
  if (row === null) return null;
  return say(row.className === 'sending' ? 'fileOnWay' : 'fileFailed', name ?? '');
}

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (form.dataset.plain !== undefined) return;
  if (form.className === 'languages') return;
  const pressed = event.submitter as HTMLButtonElement | null;
  // Enter presses a button that nobody sees.
  const button = pressed === null || pressed.classList.contains('unseen') ? nextButton(form) : pressed;
  if (button === null) return;
  event.preventDefault();
  if (button.value === 'language') return void changeLanguage(form);
  const waits = button.value === 'next' ? waitingFiles(form) : null;
  if (waits !== null) stateOf(form, waits, true);
  else if (!isSending(form)) void send(form, button);
});

addEventListener('popstate', async ({ state }) => {
  if (typeof state !== 'string' || state === shownPage()) return;
  const form = document.querySelector<HTMLFormElement>('main form');
  const button = form && nextButton(form);
  // Behind the end there is nothing to go back to: the answer was taken.
  if (form === null || button === null) return location.reload();
  if (!isSending(form)) await send(form, button, state);
  // Where the page could not be left, its entry is put back, lest the next Back leave the form.
  recordPage();
});

document.addEventListener('input', (event) => {
  const form = (event.target as HTMLElement).closest('form');
  // A form that is filled in from what was kept tells so itself.
  if (form !== null && !isSending(form)) keepSoon(form, event.target !== form);
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') keepNow(document.querySelector<HTMLFormElement>('main form'));
});

// What is corrected is not called wrong any longer.
document.addEventListener('input', (event) => {
  const field = (event.target as HTMLElement).closest('.part, .question');
  const fault = field?.querySelector('.fault');
  if (field === null || fault === null || fault === undefined) return;
  for (const control of field.querySelectorAll<HTMLElement>('[aria-invalid]')) {
    control.removeAttribute('aria-invalid');
    const others = (control.getAttribute('aria-describedby') ?? '').replace(fault.id, '').trim();
    if (others === '') control.removeAttribute('aria-describedby');
    else control.setAttribute('aria-describedby', others);
  }
  fault.remove();
});

history.replaceState(shownPage(), '');
const ready = enhance(document.body);
tellHeight();
/** One after the other: the connection may come back while an opened page still sends. */
let resumed = resume(true);
addEventListener('online', () => {
  const shown = document.querySelector<HTMLFormElement>('main form');
  if (shown?.querySelector('.state')?.textContent === say('noConnection')) stateOf(shown, '', false);
  const again = () => resume(false);
  resumed = resumed.then(again, again);
});
// Behind what the page needs to be there.
addEventListener('load', async () => {
  await ready.catch(() => {});
  const form = document.querySelector<HTMLFormElement>('main form[data-pages]');
  if (form !== null && 'caches' in globalThis)
    await import('./pages.ts').then(({ keepPages }) => keepPages(form)).catch(() => {});
  if (document.querySelector('main form [name=submission]') !== null) void keepPage(location.pathname);
});
