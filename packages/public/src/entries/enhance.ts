// What controls gain where scripts run; each works without.
import { say } from './say.ts';

/** How many characters are left. */
function countLeft(area: HTMLTextAreaElement): void {
  const count = document.getElementById(`${area.id}-count`);
  const most = Number(area.dataset.most);
  const show = () => {
    const left = most - area.value.trim().length;
    if (count !== null) count.textContent = left < 0 ? say('tooMany', -left) : say('left', left);
  };
  area.addEventListener('input', show);
  show();
}

/** A slider above the number; the number alone is sent. */
function addSlider(box: HTMLElement): void {
  const number = box.querySelector('input');
  if (number === null) return;
  const slider = document.createElement('input');
  const { from = '', to = '', step = '' } = box.dataset;
  Object.assign(slider, { type: 'range', min: from, max: to, step, tabIndex: -1 });
  // Keys and readers use the number.
  slider.ariaHidden = 'true';
  slider.value = number.value || from;
  slider.addEventListener('input', () => {
    number.value = slider.value;
  });
  // A tap where it stands already moves nothing, and is an answer too.
  slider.addEventListener('click', () => {
    if (number.value === '') slider.dispatchEvent(new Event('input', { bubbles: true }));
  });
  number.addEventListener('input', () => {
    slider.value = number.value.replace(',', '.');
  });
  box.prepend(slider);
}

const placeOf = (row: Element): HTMLSelectElement => row.querySelector('select') as HTMLSelectElement;

/** Whoever likes the order as it stands moves nothing, and says so. */
function offerOrder(list: HTMLElement): void {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', textContent: say('keepOrder'), className: 'plain' });
  const show = () => {
    button.hidden = [...list.children].every((row) => placeOf(row).selectedIndex > 0);
  };
  button.addEventListener('click', () => {
    for (const [place, row] of [...list.children].entries()) placeOf(row).selectedIndex = place + 1;
    list.dispatchEvent(new Event('input', { bubbles: true }));
    list.querySelector('select')?.focus();
  });
  list.addEventListener('input', show);
  show();
  list.after(button);
}

/** Buttons that move a choice up and down; from then on the places are those shown. */
function addMoves(list: HTMLElement): void {
  const move = (row: HTMLElement, way: 'up' | 'down') => {
    const other = way === 'up' ? row.previousElementSibling : row.nextElementSibling;
    if (way === 'up') other?.before(row);
    else other?.after(row);
    for (const [place, each] of [...list.children].entries()) placeOf(each).selectedIndex = place + 1;
    placeOf(row).dispatchEvent(new Event('input', { bubbles: true }));
    row.querySelector<HTMLElement>(`[data-way=${way}]`)?.focus();
  };
  const rows = [...list.children] as HTMLElement[];
  // An answer that comes back with a fault stands as it was ranked.
  if (rows.every((row) => placeOf(row).selectedIndex > 0))
    list.append(...rows.toSorted((a, b) => placeOf(a).selectedIndex - placeOf(b).selectedIndex));
  for (const row of rows)
    for (const way of ['up', 'down'] as const) {
      const button = document.createElement('button');
      Object.assign(button, { type: 'button', textContent: way === 'up' ? '↑' : '↓', className: 'move' });
      button.dataset.way = way;
      button.ariaLabel = say(
        way === 'up' ? 'moveUp' : 'moveDown',
        row.querySelector('span')?.textContent ?? '',
      );
      button.addEventListener('click', () => move(row, way));
      row.append(button);
    }
  offerOrder(list);
}

/** From so many choices on a list can be searched. */
const searched = 8;

/** The closed list says what is chosen; a long one can be searched. */
function addSummary(list: HTMLDetailsElement): void {
  const summary = list.querySelector('summary') as HTMLElement;
  const choices = [...list.querySelectorAll<HTMLElement>('.choice')];
  list.addEventListener('input', () => {
    const chosen = choices.filter((choice) => choice.querySelector('input')?.checked);
    summary.textContent = chosen.map((choice) => choice.textContent).join(', ') || say('chooseAny');
  });
  if (choices.length < searched) return;
  const search = document.createElement('input');
  Object.assign(search, {
    type: 'search',
    className: 'control',
    placeholder: say('search'),
    ariaLabel: say('searchChoices'),
  });
  search.addEventListener('input', (event) => {
    event.stopPropagation();
    const wanted = search.value.trim().toLowerCase();
    for (const choice of choices) choice.hidden = !choice.textContent.toLowerCase().includes(wanted);
  });
  search.addEventListener('keydown', (event) => event.key === 'Enter' && event.preventDefault());
  summary.after(search);
}

/** Shows and hides questions as their conditions say; the rules come when a page has any. */
async function follow(form: HTMLFormElement): Promise<void> {
  const { followConditions } = await import('./conditions.ts');
  followConditions(form);
}

/** Sends files as they are chosen; how, comes when a page asks for any. */
async function takeEach(boxes: Iterable<HTMLElement>): Promise<void> {
  const { takeFiles } = await import('./files.ts');
  for (const box of boxes) takeFiles(box);
}

/** Fields to draw in. */
async function takeSignatures(boxes: Iterable<HTMLElement>): Promise<void> {
  const { takeSignature } = await import('./signature.ts');
  for (const box of boxes) takeSignature(box);
}

/** Rows that are added and removed. */
async function takeGroups(groups: Iterable<HTMLElement>): Promise<void> {
  const { takeRows } = await import('./group.ts');
  for (const group of groups) takeRows(group);
}

/** Records of a table, found by what is typed. */
async function takePickers(boxes: Iterable<HTMLElement>): Promise<void> {
  const { takeRecords } = await import('./records.ts');
  for (const box of boxes) takeRecords(box);
}

/** What a payment comes to. */
async function showTotals(boxes: Iterable<HTMLElement>): Promise<void> {
  const { showTotal } = await import('./payment.ts');
  for (const box of boxes) showTotal(box);
}

/** A link to a video becomes its player when it is pressed; nothing is loaded from there before. */
function playInPlace(link: HTMLAnchorElement): void {
  link.addEventListener('click', (event) => {
    event.preventDefault();
    const frame = document.createElement('iframe');
    const { frame: src = '', title = '' } = link.dataset;
    Object.assign(frame, { className: 'player', src, title, allow: 'autoplay; fullscreen' });
    link.replaceWith(frame);
    frame.focus();
  });
}

/** Who writes an answer of their own has chosen it. */
function chooseByWriting(own: HTMLElement): void {
  const choice = own.querySelector<HTMLInputElement>('.box');
  own.querySelector('.control')?.addEventListener('input', () => {
    if (choice !== null) choice.checked = true;
  });
}

/** The time of a quiz. */
async function showTime(shown: HTMLElement): Promise<void> {
  const { countDown } = await import('./timer.ts');
  countDown(shown);
}

/** Begins the work that a form asks of browsers: it is done before anybody has filled in a page. */
async function beginWork(form: HTMLFormElement): Promise<void> {
  const { finishWork } = await import('./work.ts');
  await finishWork(form);
}

/** The captcha of a form; nothing else waits for it. */
async function askCaptcha(box: HTMLElement): Promise<void> {
  const { showCaptcha } = await import('./captcha.ts');
  void showCaptcha(box);
}

/** Asks about a script that counts visits. */
async function askConsent(box: HTMLElement): Promise<void> {
  const { askToCount } = await import('./consent.ts');
  askToCount(box);
}

/** Resolves once all that the page needs has been fetched. */
export function enhance(root: HTMLElement): Promise<unknown> {
  const parts = <E extends HTMLElement>(selector: string): readonly E[] => [
    ...root.querySelectorAll<E>(selector),
  ];
  for (const own of parts('.own')) chooseByWriting(own);
  for (const area of parts<HTMLTextAreaElement>('textarea[data-most]')) countLeft(area);
  for (const box of parts('.slider')) addSlider(box);
  for (const list of parts('.ranking')) addMoves(list);
  for (const list of parts<HTMLDetailsElement>('details.many')) addSummary(list);
  for (const link of parts<HTMLAnchorElement>('a.player')) playInPlace(link);
  const withAny = (found: readonly HTMLElement[], take: (found: readonly HTMLElement[]) => Promise<void>) =>
    found.length > 0 ? [take(found)] : [];
  return Promise.all([
    ...parts('[data-left]').map(showTime),
    ...parts('[data-captcha]').map(askCaptcha),
    ...parts('[data-tag]').map(askConsent),
    ...withAny(parts('.files:not(.signature)'), takeEach),
    ...withAny(parts('.signature'), takeSignatures),
    ...withAny(parts('.group'), takeGroups),
    ...withAny(parts('.payment'), showTotals),
    ...withAny(parts('.picker[data-records]'), takePickers),
    ...parts<HTMLFormElement>('form[data-logic]').map(follow),
    ...parts<HTMLFormElement>('form[data-work]').map(beginWork),
  ]);
}
