// Turns pages of a published app without leaving them: what the server answers is a page as well, and its parts take the
// places of this one's. Without a script every page works by itself.
import './app.css';
import { followAsked } from './app-asks.ts';
import { drawCards } from './app-board.ts';
import { onCanvas } from './app-canvas.ts';
import { openFilters } from './app-filters.ts';
import { listen } from './app-live.ts';
import { searchOptions } from './app-options.ts';
import { keepPlace, placeNow, placeOf, takePlace } from './app-place.ts';

document.documentElement.classList.add('scripted');

const mainOf = (root: Document): HTMLElement | null => root.querySelector('main');

/** Milliseconds of a pause in typing. */
const pause = 250;

let asking: AbortController | null = null;

const busy = (is: boolean): void => {
  if (is) mainOf(document)?.setAttribute('aria-busy', 'true');
  else mainOf(document)?.removeAttribute('aria-busy');
};

/** Where the focus is, for the page that takes the place of this one; null: nowhere that could be found there. */
function focused(): string | null {
  const now = document.activeElement;
  if (!(now instanceof HTMLElement) || mainOf(document)?.contains(now) !== true) return null;
  const tag = now.tagName.toLowerCase();
  if (now.id !== '' && now.id !== 'main') return `#${CSS.escape(now.id)}`;
  // What was said of a press is still there when the page hears of what the press has changed.
  if (now.matches('.done')) return 'main .done';
  const card = now.closest<HTMLElement>('[data-card]')?.dataset.card;
  if (card !== undefined) return `[data-card="${CSS.escape(card)}"] ${tag}`;
  const [name, value] =
    ['href', 'name'].map((one) => [one, now.getAttribute(one)]).find(([, is]) => is) ?? [];
  return name && value ? `main ${tag}[${name}="${CSS.escape(value)}"]` : null;
}

/** Shows what was answered in the place of the page. */
function show(answer: Document): void {
  const [from, to] = [mainOf(answer), mainOf(document)];
  if (from === null || to === null) return;
  document.title = answer.title;
  for (const place of ['.top .pages', '.bar']) {
    const [next, now] = [answer.querySelector(place), document.querySelector(place)];
    if (next !== null && now !== null) now.replaceWith(next);
  }
  const focus = focused();
  to.replaceWith(from);
  if (focus !== null) document.querySelector<HTMLElement>(focus)?.focus({ preventScroll: true });
}

/** Leads whoever reads by ear or key to what is new, what is wrong, or the card that they moved. */
function lead(cardId = ''): void {
  const told = document.querySelector<HTMLElement>('.alert, .done, [aria-invalid="true"]');
  const card = document.querySelector<HTMLElement>(`[data-card="${CSS.escape(cardId)}"] summary`);
  const found = told ?? card;
  if (found) found.focus();
  // The page begins with what stands above its main part.
  else mainOf(document)?.focus({ preventScroll: true });
}

/** A page that was read; null: what is there is none; 'lost': nothing came, as without a connection. */
type Answer = { readonly page: Document; readonly url: string } | null | 'lost';

async function read(address: string, init: RequestInit = {}): Promise<Answer> {
  asking?.abort();
  const mine = new AbortController();
  asking = mine;
  busy(true);
  try {
    const response = await fetch(address, { ...init, signal: mine.signal });
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
    if (!isPage) return null;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    return { page, url: response.url };
  } catch (error) {
    if (mine.signal.aborted) throw error;
    return 'lost';
  } finally {
    if (asking === mine) busy(false);
  }
}

/** Opens an address of the app in the place of this page; the browser itself does it where that does not work. */
async function turn(address: string, isNew: boolean): Promise<void> {
  const answer = await read(address);
  // What it answers is no page of the app, or one that asks for something first.
  if (answer === null || answer === 'lost' || answer.page.querySelector('.app') === null)
    return location.assign(address);
  if (isNew) {
    keepPlace();
    history.pushState(null, '', answer.url);
  }
  show(answer.page);
}

/** Reads the page again after somebody has changed something; what was read on of its lists is there again. */
async function again(): Promise<void> {
  const answer = await read(location.href);
  if (answer === 'lost') return;
  if (answer === null || answer.page.querySelector('.app') === null) return location.reload();
  const place = placeNow();
  show(answer.page);
  await takePlace(place, more);
}

/** Swaps a block for the same as it is now; what the page shows besides stays. */
async function reread(blockId: string, address = location.href): Promise<void> {
  const answer = await fetch(address);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const find = (root: Document) => root.querySelector(`[data-block-id="${CSS.escape(blockId)}"]`);
  const [next, now] = [find(page), find(document)];
  if (next !== null && now !== null) now.replaceWith(next);
}

/** The rows that come next, below those that are shown. */
async function more(link: HTMLAnchorElement): Promise<HTMLElement | null> {
  const block = link.closest<HTMLElement>('[data-block-id]');
  const list = block?.querySelector<HTMLElement>('[data-rows]');
  const leave = () => {
    location.assign(link.href);
    return null;
  };
  if (!block || !list) return leave();
  block.setAttribute('aria-busy', 'true');
  const answer = await fetch(link.href);
  block.removeAttribute('aria-busy');
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const next = page.querySelector<HTMLElement>(
    `[data-block-id="${CSS.escape(block.dataset.blockId ?? '')}"]`,
  );
  const rows = [...(next?.querySelector('[data-rows]')?.children ?? [])];
  if (!answer.ok || rows.length === 0) return leave();
  list.append(...rows);
  const onward = next?.querySelector('a[data-more]');
  if (onward) link.replaceWith(onward);
  else link.remove();
  const count = block.querySelector('.foot .count');
  if (count) count.textContent = (count.textContent ?? '').replace(/^\d+/, String(list.children.length));
  return rows[0]?.querySelector<HTMLElement>('a') ?? null;
}

const isOfApp = (link: HTMLAnchorElement): boolean =>
  link.origin === location.origin &&
  link.target === '' &&
  !link.hasAttribute('download') &&
  link.closest('.app') !== null;

addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || !isOfApp(link)) return;
  if (link.getAttribute('href')?.startsWith('#') || link.pathname.includes('/-/')) return;
  event.preventDefault();
  if ('more' in link.dataset) {
    more(link).then(
      (first) => first?.focus(),
      () => {},
    );
    return;
  }
  turn(link.href, true).then(
    () => {
      if ('turn' in link.dataset) return;
      scrollTo(0, 0);
      lead();
    },
    () => {},
  );
});

addEventListener('popstate', ({ state }) => {
  turn(location.href, false).then(
    () => takePlace(placeOf(state), more),
    () => {},
  );
});

/** The address of a page with what is chosen in a form of it. */
function chosen(form: HTMLFormElement): string {
  const url = new URL(form.action);
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value.trim() !== '') url.searchParams.set(name, value);
  return url.href;
}

/** What is chosen in a form shows at once; the block that it narrows is read again, and the form keeps its focus. */
async function look(form: HTMLFormElement): Promise<void> {
  const address = chosen(form);
  history.replaceState(null, '', address);
  const blockId = form.dataset.look ?? '';
  await reread(blockId, address);
  for (const other of document.querySelectorAll<HTMLFormElement>('form[data-look]'))
    if (other !== form) sync(other, form);
}

/** Another form of the page sends along what was chosen in this one. */
function sync(other: HTMLFormElement, form: HTMLFormElement): void {
  const own = new Set(
    [...other.elements].flatMap((one) =>
      'name' in one && !('type' in one && one.type === 'hidden') ? [one.name] : [],
    ),
  );
  for (const hidden of other.querySelectorAll('input[type=hidden]')) hidden.remove();
  for (const [name, value] of new URL(chosen(form)).searchParams)
    if (!own.has(name)) {
      const hidden = Object.assign(document.createElement('input'), { type: 'hidden', name, value });
      other.append(hidden);
    }
}

let typing: ReturnType<typeof setTimeout> | undefined;
addEventListener('input', ({ target }) => {
  // What is searched among choices narrows nothing before one of them is made.
  const looks = target instanceof HTMLInputElement && target.dataset.find === undefined;
  const form = looks ? target.closest<HTMLFormElement>('form[data-look]') : null;
  if (form === null) return;
  clearTimeout(typing);
  typing = setTimeout(() => void look(form), pause);
});
addEventListener('change', ({ target }) => {
  const form =
    target instanceof HTMLSelectElement ? target.closest<HTMLFormElement>('form[data-look]') : null;
  if (form !== null) void look(form);
});

addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || document.querySelector('.canvas') !== null) return;
  if ('look' in form.dataset) {
    event.preventDefault();
    clearTimeout(typing);
    void look(form);
    return;
  }
  if (!('send' in form.dataset)) return;
  event.preventDefault();
  void send(form, event.submitter);
});

/** Says above a form that nothing came of sending it; what is filled in stays. */
function sayLost(form: HTMLFormElement): void {
  const said = form.querySelector<HTMLElement>('.alert') ?? document.createElement('div');
  Object.assign(said, { className: 'alert', tabIndex: -1, role: 'alert' });
  const text = document.createElement('p');
  text.textContent = 'No connection: it may not have been sent. Try again.';
  said.replaceChildren(text);
  form.prepend(said);
  said.focus();
}

/** Sends a form once, and shows what is answered. */
async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  if (form.dataset.sending === 'yes') return;
  form.dataset.sending = 'yes';
  submitter?.setAttribute('aria-busy', 'true');
  const data = new FormData(form, submitter);
  const body =
    form.enctype === 'multipart/form-data'
      ? data
      : new URLSearchParams([...data].map(([name, value]) => [name, String(value)]));
  try {
    const answer = await read(form.action, { method: 'POST', body });
    if (answer === 'lost') return sayLost(form);
    if (answer === null || answer.page.querySelector('.app') === null) return form.submit();
    if (answer.url !== form.action) {
      keepPlace();
      history.pushState(null, '', answer.url);
    }
    show(answer.page);
    lead(form.dataset.keep);
  } catch {
    // Another page was opened meanwhile.
  } finally {
    delete form.dataset.sending;
    submitter?.removeAttribute('aria-busy');
  }
}

/** Menus close when somebody goes elsewhere. */
const closeMenus = (except: EventTarget | null): void => {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(
    'details[open]:is(.person, .others, .move)',
  ))
    if (!(except instanceof Node) || !menu.contains(except)) menu.open = false;
};
addEventListener('pointerdown', ({ target }) => closeMenus(target));
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') closeMenus(null);
});

// Times are read in the zone of whoever looks, from the next page on.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
// biome-ignore lint/suspicious/noDocumentCookie: the other way to set one is not everywhere.
document.cookie = `app_zone=${encodeURIComponent(zone)}; Path=/; Max-Age=31536000; SameSite=Lax`;

onCanvas();
openFilters();
searchOptions();
followAsked();
drawCards();
listen(() => void again().catch(() => {}));
