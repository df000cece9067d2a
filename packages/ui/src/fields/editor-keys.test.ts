import { expect, it } from 'vitest';
import { type EditorKey, endOf } from './editor-keys.ts';

const press = (keys: string, more: Partial<EditorKey> = {}): EditorKey => {
  const parts = keys.split('+');
  return {
    key: parts.at(-1) ?? '',
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Meta'),
    shiftKey: parts.includes('Shift'),
    altKey: parts.includes('Alt'),
    keyCode: 0,
    nativeEvent: { isComposing: false },
    ...more,
  };
};

it('ends an edit by Enter, Tab and Escape, with Ctrl for all selected cells', () => {
  expect(endOf(press('Enter'))).toBe('down');
  expect(endOf(press('Shift+Enter'))).toBe('new-record');
  expect(endOf(press('Ctrl+Enter'))).toBe('all');
  expect(endOf(press('Meta+Enter'))).toBe('all');
  expect(endOf(press('Alt+Enter'))).toBeNull();
  expect(endOf(press('Tab'))).toBe('right');
  expect(endOf(press('Shift+Tab'))).toBe('left');
  expect(endOf(press('Escape'))).toBe('cancel');
});

it('goes on with the arrows where one types over a cell, and moves in the text where one edits it', () => {
  expect(endOf(press('ArrowDown'), true)).toBe('down');
  expect(endOf(press('ArrowLeft'), true)).toBe('left');
  expect(endOf(press('ArrowLeft'))).toBeNull();
  // Words are still selected by keys.
  for (const keys of ['Shift+ArrowLeft', 'Ctrl+ArrowLeft', 'Meta+ArrowLeft', 'Alt+ArrowLeft', 'Home'])
    expect(endOf(press(keys), true)).toBeNull();
});

it('leaves an input method its keys', () => {
  for (const more of [{ nativeEvent: { isComposing: true } }, { keyCode: 229 }])
    for (const keys of ['Enter', 'Escape', 'ArrowDown', 'Tab'])
      expect(endOf(press(keys, more), true)).toBeNull();
});
