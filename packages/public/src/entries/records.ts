// A field that searches the records of a table as somebody types, and offers what it finds. What is chosen is sent by its
// id; what is only written is sent as it is.

import { say } from './say.ts';

interface Found {
  readonly records: readonly { readonly id: string; readonly label: string }[];
  readonly hasMore: boolean;
}

/** Milliseconds of a pause in typing after which the server is asked. */
const pause = 200;

export function takeRecords(box: HTMLElement): void {
  const input = box.querySelector('input') as HTMLInputElement;
  const { id } = input;
  const picked = Object.assign(document.createElement('input'), { type: 'hidden' });
  const list = Object.assign(document.createElement('ul'), { id: `${id}-list`, hidden: true });
  const state = Object.assign(document.createElement('p'), { className: 'help' });
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', say('found'));
  state.setAttribute('role', 'status');
  for (const [name, value] of Object.entries({
    ...{ role: 'combobox', 'aria-expanded': 'false', 'aria-controls': list.id },
    'aria-autocomplete': 'list',
  }))
    input.setAttribute(name, value);
  box.append(picked, list, state);
  let [timer, asked] = [0, 0];
  let active = -1;
  const options = () => [...list.children] as HTMLElement[];

  const mark = (place: number) => {
    active = place;
    for (const [at, option] of options().entries()) option.ariaSelected = String(at === place);
    const option = options()[place];
    if (option === undefined) input.removeAttribute('aria-activedescendant');
    else {
      input.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    }
  };
  const close = () => {
    list.hidden = true;
    input.ariaExpanded = 'false';
    mark(-1);
  };
  /** What is sent: the id of what was chosen, or what stands in the field. */
  const send = (chosen: string) => {
    picked.value = chosen;
    picked.name = chosen === '' ? '' : id;
    input.name = chosen === '' ? id : '';
  };
  const choose = (option: HTMLElement) => {
    input.value = option.textContent;
    send(option.dataset.id ?? '');
    state.textContent = '';
    close();
    picked.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const show = ({ records, hasMore }: Found) => {
    list.replaceChildren(
      ...records.map(({ id: token, label }, place) => {
        const option = Object.assign(document.createElement('li'), { textContent: label });
        option.id = `${id}-option-${place}`;
        option.dataset.id = token;
        option.setAttribute('role', 'option');
        return option;
      }),
    );
    list.hidden = records.length === 0;
    input.ariaExpanded = String(records.length > 0);
    mark(-1);
    const found = say(records.length === 1 ? 'oneFound' : 'manyFound', records.length);
    state.textContent = records.length === 0 ? say('nothingFound') : hasMore ? say('foundMore') : found;
  };
  const search = async () => {
    const question = ++asked;
    const query = new URLSearchParams({ search: input.value.trim() });
    // The version that was begun is searched, as it is finished.
    for (const [name, value] of new FormData(input.form ?? undefined))
      if (/^(submission|snapshot|token)$/.test(name)) query.append(name, value as string);
    const told = await fetch(`${box.dataset.records}?${query}`).then(
      async (response) => ({ ok: response.ok, body: await response.json().catch(() => null) }),
      () => null,
    );
    // A later search is under way, or somebody has left the field.
    if (question !== asked || document.activeElement !== input) return;
    if (told?.ok === true) return show(told.body as Found);
    close();
    state.textContent = told === null ? say('writeIt') : String(told.body?.error?.message ?? say('listGone'));
  };
  const searchSoon = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void search(), pause);
  };

  input.addEventListener('input', () => {
    send('');
    searchSoon();
  });
  input.addEventListener('focus', () => {
    if (picked.value === '') searchSoon();
  });
  input.addEventListener('blur', () => {
    clearTimeout(timer);
    asked++;
    close();
  });
  input.addEventListener('keydown', (event) => {
    const count = options().length;
    if (list.hidden || count === 0) return;
    const way = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (way !== 0) mark(active < 0 && way < 0 ? count - 1 : (active + way + count) % count);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && active >= 0) choose(options()[active] as HTMLElement);
    else return;
    event.preventDefault();
  });
  // Before the field loses the focus.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const option = (target as HTMLElement).closest<HTMLElement>('[role=option]');
    if (option !== null) choose(option);
  });
  send(box.dataset.picked ?? '');
}
