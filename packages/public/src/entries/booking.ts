import './form.css';
import './booking.css';
import { tellHeight } from './embedded.ts';

/** Pages that were fetched or are being so, by address: a month is there before somebody goes to it. */
const pages = new Map<string, Promise<string | null>>();

function fetchPage(address: string): Promise<string | null> {
  const known = pages.get(address);
  if (known !== undefined) return known;
  const fetched = fetch(address, { headers: { accept: 'text/html' } }).then(
    async (answer) => (answer.ok ? answer.text() : null),
    () => null,
  );
  pages.set(address, fetched);
  // Times are taken meanwhile: a page is good for a moment.
  setTimeout(() => pages.delete(address), 30_000);
  return fetched;
}

/** What is at the other end of links that are likely next. */
function prefetch(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-soon]')) void fetchPage(link.href);
}

/** Shows another page in the place of this one, without loading it all anew. */
async function swap(address: string, how: 'push' | 'replace' | 'back'): Promise<void> {
  const text = await fetchPage(address);
  const next =
    text === null ? null : new DOMParser().parseFromString(text, 'text/html').querySelector('main');
  const shown = document.querySelector('main');
  if (next === null || shown === null) {
    location.assign(address);
    return;
  }
  // What was chosen while the page came stays chosen, where it is still offered.
  const chosen = shown.querySelector<HTMLInputElement>('input[name=at]:checked')?.value;
  for (const slot of next.querySelectorAll<HTMLInputElement>('input[name=at]'))
    slot.checked = slot.value === chosen;
  const focused = document.activeElement?.getAttribute('aria-label') ?? null;
  shown.replaceWith(next);
  if (how === 'push') history.pushState(null, '', address);
  if (how === 'replace') history.replaceState(null, '', address);
  if (focused !== null) {
    const again = [...next.querySelectorAll<HTMLElement>('[aria-label]')];
    again.find((each) => each.getAttribute('aria-label') === focused)?.focus();
  }
  prefetch();
}

const withZone = (zone: string): string => {
  const address = new URL(location.href);
  address.searchParams.set('zone', zone);
  return address.href;
};

document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-swap]') : null;
  if (link === null) return;
  event.preventDefault();
  void swap(link.href, 'push');
});

document.addEventListener('pointerover', (event) => {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-swap]') : null;
  if (link !== null) void fetchPage(link.href);
});

document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement && target.dataset.zone !== undefined)
    void swap(withZone(target.value), 'push');
});

addEventListener('popstate', () => void swap(location.href, 'back'));

/** A double press books once, and says that something happens. */
document.addEventListener('submit', ({ target, submitter }) => {
  if (!(target instanceof HTMLFormElement) || target.method !== 'post') return;
  const state = target.querySelector('.state');
  if (state !== null) state.textContent = 'Booking';
  if (submitter instanceof HTMLButtonElement) setTimeout(() => (submitter.disabled = true));
});
addEventListener('pageshow', () => {
  for (const button of document.querySelectorAll<HTMLButtonElement>('form[method=post] button'))
    button.disabled = false;
});

// The zone of the device, unless one was chosen.
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const select = document.querySelector<HTMLSelectElement>('select[data-zone]');
if (
  select !== null &&
  !new URL(location.href).searchParams.has('zone') &&
  here !== undefined &&
  here !== select.value
)
  void swap(withZone(here), 'replace');
else prefetch();

/** What the address of the details says. */
const wishes = ['zone', 'duration', 'clock', 'month', 'day', 'at', 'move', 'wait', 'offer'];

/**
 * What was refused is shown where it was sent to. It gets the address of what was asked for: Back and a reload would
 * ask whether to send it again, though by then it is booked.
 */
function nameRefused(): void {
  const form = document.querySelector<HTMLFormElement>('.details form[method=post]');
  if (form === null || location.search !== '') return;
  const hidden = [...form.querySelectorAll<HTMLInputElement>('input[type=hidden]')];
  const said = hidden.filter(({ name }) => wishes.includes(name)).map(({ name, value }) => [name, value]);
  history.replaceState(null, '', `?${new URLSearchParams(said)}`);
}
nameRefused();

/** What this tab has booked, by its mark: whoever goes back to that time is led to the booking, and not told that it is taken. */
function leadToOwn(): void {
  const booked = document.querySelector<HTMLElement>('[data-booked]')?.dataset.booked;
  const taken = document.querySelector<HTMLElement>('[data-taken]')?.dataset.taken;
  try {
    if (booked !== undefined) sessionStorage.setItem(`booked ${booked}`, location.pathname);
    const own = taken === undefined ? null : sessionStorage.getItem(`booked ${taken}`);
    if (own !== null) location.replace(own);
  } catch {
    // A frame may not be allowed to keep anything.
  }
}
leadToOwn();

/** Questions whose conditions are followed at once, those with rows, and what is paid. */
async function enhanceQuestions(): Promise<void> {
  const form = document.querySelector<HTMLFormElement>('form[data-logic]');
  if (form !== null) (await import('./conditions.ts')).followConditions(form);
  const groups = document.querySelectorAll<HTMLElement>('.group');
  if (groups.length > 0) for (const group of groups) (await import('./group.ts')).takeRows(group);
  const paid = document.querySelectorAll<HTMLElement>('.payment');
  if (paid.length > 0) for (const box of paid) (await import('./payment.ts')).showTotal(box);
}
void enhanceQuestions();

document.querySelector<HTMLElement>('.alert')?.focus();
tellHeight();
