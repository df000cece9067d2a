// Rows of a repeating group: added, removed and counted here; what is filled in is sent by the names of its fields.

import { say } from './say.ts';

const mostRows = 20;

const rowsIn = (group: HTMLElement): HTMLElement[] => [...group.querySelectorAll<HTMLElement>('.parts')];
const controlsIn = (row: HTMLElement): (HTMLInputElement | HTMLSelectElement)[] => [
  ...row.querySelectorAll<HTMLInputElement | HTMLSelectElement>('.control'),
];

const isEmpty = (row: HTMLElement): boolean => controlsIn(row).every(({ value }) => value.trim() === '');

/** Gives the fields of a row the names of another place. */
function placeAt(row: HTMLElement, place: number): void {
  for (const control of controlsIn(row)) {
    const label = row.querySelector(`label[for="${control.id}"]`);
    control.name = control.name.replace(/_\d+$/, `_${place}`);
    control.id = control.name;
    label?.setAttribute('for', control.id);
  }
}

/** Whether something in the form beside the rows has the name of one: an answer that was kept on the device. */
const isCarried = (row: HTMLElement, form: HTMLFormElement): boolean =>
  controlsIn(row).some(({ name }) =>
    [...form.querySelectorAll<HTMLInputElement>('input[type=hidden]')].some((input) =>
      input.name.startsWith(name.replace(/\d+$/, '')),
    ),
  );

/** An empty row with names that nothing else in the form has. */
function emptyRow(row: HTMLElement, form: HTMLFormElement): HTMLElement {
  const copy = row.cloneNode(true) as HTMLElement;
  const [first] = controlsIn(copy);
  const isFree = (place: number) =>
    form.elements.namedItem(first?.name.replace(/_\d+$/, `_${place}`) ?? '') === null;
  for (const part of copy.querySelectorAll('.fault, .remove')) part.remove();
  placeAt(copy, Array.from({ length: mostRows }, (_, place) => place).find(isFree) ?? 0);
  for (const control of controlsIn(copy)) {
    control.removeAttribute('aria-invalid');
    control.value = '';
  }
  return copy;
}

/** Buttons that add and remove rows, within the numbers that the question takes. */
export function takeRows(group: HTMLElement): void {
  const form = group.closest('form');
  const add = group.querySelector<HTMLButtonElement>('.add');
  if (form === null || add === null) return;
  const { least = '0', most = '20', noun = say('row') } = group.dataset;
  const fewest = Math.max(1, Number(least));
  const count = () => {
    const rows = rowsIn(group);
    for (const [place, row] of rows.entries()) {
      row.ariaLabel = `${noun} ${place + 1}`;
      let remove = row.querySelector<HTMLButtonElement>('.remove');
      if (remove === null) {
        remove = document.createElement('button');
        Object.assign(remove, { type: 'button', className: 'plain remove', textContent: say('remove') });
        row.append(remove);
      }
      remove.ariaLabel = say('removeIt', `${noun} ${place + 1}`);
      remove.hidden = rows.length <= fewest;
    }
    add.hidden = rows.length >= Number(most);
  };
  const changed = () => {
    count();
    group.dispatchEvent(new Event('input', { bubbles: true }));
  };
  // Without a script the last row is there to go on with.
  const rows = rowsIn(group);
  const last = rows.at(-1);
  if (rows.length > fewest && last !== undefined && isEmpty(last)) last.remove();
  add.type = 'button';
  add.addEventListener('click', () => {
    const [first] = rowsIn(group);
    if (first === undefined) return;
    const row = emptyRow(first, form);
    add.before(row);
    changed();
    controlsIn(row)[0]?.focus();
  });
  group.addEventListener('click', (event) => {
    const row = (event.target as Element).closest('.remove')?.closest<HTMLElement>('.parts');
    if (row === null || row === undefined) return;
    const place = rowsIn(group).indexOf(row);
    row.remove();
    const [first] = rowsIn(group);
    // Places without gaps: what is wrong is told by the place that is seen.
    if (first !== undefined && !isCarried(first, form))
      for (const [at, each] of rowsIn(group).entries()) placeAt(each, at);
    changed();
    const next = rowsIn(group)[Math.min(place, rowsIn(group).length - 1)];
    if (next !== undefined) controlsIn(next)[0]?.focus();
  });
  count();
}
