// Sends a form without leaving the page. What the server answers is a page as well; its main part takes the place of
// this one's, so that there is one way to show what is wrong.
import './form.css';
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

/** Shows what was answered, and leads to it whoever reads by ear or key. */
function show(answer: Document): void {
  mainOf(document).replaceWith(mainOf(answer));
  enhance(mainOf(document));
  document.title = answer.title;
  const told = document.querySelector<HTMLElement>('.alert') ?? document.querySelector('h1');
  scrollTo(0, 0);
  told?.focus();
}

async function send(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const texts = [...new FormData(form, button)].map(([name, value]) => [name, String(value)]);
  const label = button.textContent;
  const isSubmit = label === 'Submit';
  button.ariaBusy = 'true';
  if (isSubmit) button.textContent = 'Submitting';
  stateOf(form, '', false);
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

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  const pressed = event.submitter as HTMLButtonElement | null;
  // Enter presses a button that nobody sees.
  const button =
    pressed === null || pressed.classList.contains('unseen')
      ? form.querySelector<HTMLButtonElement>('.actions button[type=submit]')
      : pressed;
  if (button === null) return;
  event.preventDefault();
  if (form.querySelector('[aria-busy=true]') === null) void send(form, button);
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

enhance(document.body);
