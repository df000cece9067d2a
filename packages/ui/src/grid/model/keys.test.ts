import { expect, it } from 'vitest';
import { boxCommandOf, commandOf, type KeyPress } from './keys.ts';

const pressed = (keys: string): KeyPress => {
  const parts = keys.split('+');
  return {
    key: parts.at(-1) ?? '',
    ctrl: parts.includes('Ctrl'),
    shift: parts.includes('Shift'),
    alt: parts.includes('Alt'),
  };
};
const press = (keys: string) => commandOf(pressed(keys));

it('knows the keys of the spreadsheets people come from', () => {
  expect(press('ArrowDown')).toEqual({ type: 'move', rows: 1, columns: 0, extend: false });
  expect(press('Ctrl+Shift+ArrowRight')).toEqual({ type: 'jump', rows: 0, columns: 1, extend: true });
  expect(press('Home')).toEqual({ type: 'row-edge', end: false, extend: false });
  expect(press('Ctrl+Shift+End')).toEqual({ type: 'corner', end: true, extend: true });
  expect(press('Shift+PageDown')).toEqual({ type: 'page', by: 1, extend: true });
  expect(press('Alt+PageDown')).toEqual({ type: 'page-aside', by: 1, extend: false });
  expect(press('Shift+Tab')).toEqual({ type: 'tab', by: -1 });
  expect(press('Ctrl+a')).toEqual({ type: 'select-all' });
  expect(press('Ctrl+z')).toEqual({ type: 'undo' });
  expect(press('Ctrl+Shift+Z')).toEqual({ type: 'redo' });
  expect(press('Ctrl+y')).toEqual({ type: 'redo' });
  expect(press('Ctrl+d')).toEqual({ type: 'fill-down' });
  expect(press('Ctrl+r')).toEqual({ type: 'fill-right' });
  expect(press('Shift+ ')).toEqual({ type: 'select-row' });
  expect(press('Ctrl+ ')).toEqual({ type: 'select-column' });
  expect(press('Shift+Enter')).toEqual({ type: 'new-record' });
});

it('leaves every key that writes something to typing, with Shift and AltGr too', () => {
  for (let code = 0x21; code < 0x7f; code++) {
    const key = String.fromCharCode(code);
    for (const shift of [false, true]) {
      expect(commandOf({ key, shift, ctrl: false, alt: false }), key).toBeNull();
      // AltGr is Ctrl and Alt on Windows, Option on a Mac.
      expect(commandOf({ key, shift, ctrl: true, alt: true }), key).toBeNull();
      expect(commandOf({ key, shift, ctrl: false, alt: true }), key).toBeNull();
    }
  }
  for (const key of ['é', '€', 'ש', 'Dead', 'Process']) expect(press(key)).toBeNull();
});

it('leaves typing, copying and the browser’s own keys alone', () => {
  for (const keys of [
    'a',
    'Ctrl+c',
    'Ctrl+v',
    'Ctrl+x',
    'Ctrl+f',
    'Alt+ArrowLeft',
    'Ctrl+Tab',
    'Ctrl+PageUp',
    'F5',
  ])
    expect(press(keys)).toBeNull();
});

it('walks the boxes of the rows, checks them, and goes back to the cells', () => {
  const onBox = (keys: string) => boxCommandOf(pressed(keys));
  expect(onBox(' ')).toEqual({ type: 'check', sinceLast: false });
  expect(onBox('Shift+ ')).toEqual({ type: 'check', sinceLast: true });
  expect(onBox('ArrowUp')).toEqual({ type: 'move', rows: -1, columns: 0, extend: false });
  // Beside a box there is no range to grow.
  expect(onBox('Shift+ArrowDown')).toEqual({ type: 'move', rows: 1, columns: 0, extend: false });
  expect(onBox('PageDown')).toEqual({ type: 'page', by: 1, extend: false });
  expect(onBox('ArrowRight')).toEqual({ type: 'to-cells' });
  expect(onBox('ArrowLeft')).toBeNull();
  expect(onBox('Ctrl+z')).toEqual({ type: 'undo' });
  // What is about a cell must not happen to the one beside the box.
  for (const keys of ['Delete', 'F2', 'Ctrl+d', 'a']) expect(onBox(keys)).toBeNull();
});
