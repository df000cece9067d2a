import { optionColor } from '../../primitives/option-color.ts';
import { plainText } from '../cell-text.ts';
import type { GridKind } from '../grid-kind.ts';
import { make } from '../painting/cell-painter.ts';

function paintBox(cell: HTMLElement, checked: boolean, color: string): void {
  let box = cell.firstElementChild;
  if (!(box instanceof HTMLElement)) {
    box = make('span', 'wg-box');
    cell.replaceChildren(box);
  }
  box.classList.toggle('is-on', checked);
  if (box instanceof HTMLElement) box.style.setProperty('--box', optionColor(color, 'dot'));
  cell.ariaLabel = checked ? 'Checked' : 'Not checked';
}

export const checkboxKind: GridKind<'checkbox'> = {
  painter: {
    className: 'is-checkbox',
    paint: (cell, value, { field }) => paintBox(cell, value, field.template.color),
    paintEmpty: (cell, { field }) => paintBox(cell, false, field.template.color),
  },
  text: plainText,
  editor: null,
  toggles: true,
};
