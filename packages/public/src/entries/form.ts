// Sends a form without leaving the page. What the server answers is a page as well; its main part takes the place of
// this one's, so that there is one way to show what is wrong.
import './form.css';
import { keepNow, keepSoon, stopKeeping, textsOf } from './autosave.ts';
import { tellHeight } from './embedded.ts';
import { enhance } from './enhance.ts';

const offline =
  'Your answer was not sent: the connection is gone. What you wrote is kept here. Try again in a moment.';

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
  enhance(mainOf(document));
  recordPage();
  document.title = answer.title;
  const told = document.querySelector<HTMLElement>('.alert') ?? document.querySelector('h1');
  scrollTo(0, 0);
  told?.focus();
  const onward = document.querySelector<HTMLAnchorElement>('a[data-redirect]');
  if (onward !== null) location.assign(onward.href);
}

/** Sends what is filled in; `go` says what the button does, or names the page to come. */
async function send(form: HTMLFormElement, button: HTMLButtonElement, go = button.value): Promise<void> {
  const texts = textsOf(form);
  texts.push([button.name, go]);
  const label = button.textContent;
  const isSubmit = label === 'Submit' && go === button.value;
  button.ariaBusy = 'true';
  if (isSubmit) button.textContent = 'Submitting';
  stateOf(form, '', false);
  await stopKeeping();
  try {
    const response = await fetch(form.action, { method: 'POST', body: new URLSearchParams(texts) });
    const answer = new DOMParser().parseFromString(await response.text(), 'text/html');
    const reason = answer.querySelector('main.message p')?.textContent;
    // A refusal that holds no form would take away what was written: it is said beside the button.
    if (!response.ok && answer.querySelector('form') === null)
      stateOf(form, reason ?? 'Your answer was not sent. Try again in a moment.', true);
    else show(answer);
  } catch {
    stateOf(form, offline, true);
  } finally {
    button.ariaBusy = null;
    button.textContent = label;
  }
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
  return row.className === 'sending'
    ? `‘${name}’ is still on its way: wait a moment, or remove it.`
    : `‘${name}’ was not sent: try it again, or remove it.`;
}

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  const pressed = event.submitter as HTMLButtonElement | null;
  // Enter presses a button that nobody sees.
  const button = pressed === null || pressed.classList.contains('unseen') ? nextButton(form) : pressed;
  if (button === null) return;
  event.preventDefault();
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
  if (form !== null && !isSending(form)) keepSoon(form);
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
enhance(document.body);
tellHeight();
