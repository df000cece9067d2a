import {
  type CellValue,
  type Field,
  type FieldEnv,
  type FieldKind,
  fieldKinds,
  isEditable,
  type SelectField,
} from '@weft/core';
import { sampleField } from '@weft/core/testing';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { CellEditor } from './CellEditor.tsx';
import type { CellEditorProps } from './cell-editor.ts';
import { gridKind } from './grid-kinds.ts';
import { useSelectEdit } from './select/use-select-edit.ts';

const env: FieldEnv = { timeZone: 'America/New_York', locale: 'en-US' };
const options = [{ value: 'aaaaaaaaaa', label: 'Weaving', color: 'Blue' }];

/** Every key of an ASCII keyboard that writes something, and what other layouts, dead keys and input methods send. */
const firstTexts = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)),
  ...['é', 'ß', '€', '£', '٥', '−', 'に', '日本', '한', 'ש', '👩🏽‍🌾', '$9'],
];

/** What a cell of the kind holds before someone types over it. */
const held: Partial<Record<FieldKind, CellValue>> = {
  number: 4507,
  currency: 4507,
  percent: 0.25,
  rating: 3,
  duration: 90,
  date: '2026-03-05T00:00:00.000Z',
  datetime: '2026-03-05T20:00:00.000Z',
  single_select: 'aaaaaaaaaa',
  multiple_select: ['aaaaaaaaaa'],
};

const props = (field: Field, more: Partial<CellEditorProps>): CellEditorProps => ({
  field,
  value: held[field.type] ?? 'what was there',
  env,
  onCommit: () => {},
  onCancel: () => {},
  ...more,
});

/** What the editor's box begins with, as the page would have it. */
function boxOf(editor: CellEditorProps): string | null {
  const markup = renderToStaticMarkup(createElement(CellEditor, editor));
  const box = /<input[^>]* value="([^"]*)"/.exec(markup) ?? /<textarea[^>]*>\n?([^<]*)/.exec(markup);
  return box && (box[1] ?? '').replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '');
}
const entities: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

interface List {
  readonly chosen: readonly string[];
  readonly search: string;
}

function ListProbe({
  editor,
  onList,
}: {
  editor: CellEditorProps<SelectField>;
  onList: (list: List) => void;
}) {
  const { chosen, search } = useSelectEdit(editor, { anchor: { current: null }, input: { current: null } });
  onList({ chosen, search });
  return null;
}

/** The same of a list: what is chosen and what is searched in it. */
function listOf(editor: CellEditorProps): List | null {
  let list: List | null = null;
  const onList = (shown: List) => {
    list = shown;
  };
  renderToStaticMarkup(createElement(ListProbe, { editor: editor as CellEditorProps<SelectField>, onList }));
  return list;
}

const lists: readonly FieldKind[] = ['single_select', 'multiple_select'];
/** Toggled in place: nothing is written into them. */
const toggled = fieldKinds.filter((kind) => gridKind(kind).toggles);
/** Filled in from a list of files: nothing is typed into them. */
const uploaded: readonly FieldKind[] = ['attachments'];
/** Filled in from the records of a table. */
const linked: readonly FieldKind[] = ['linked_record'];
const written = fieldKinds.filter(
  (kind) => isEditable(kind) && ![...lists, ...uploaded].includes(kind) && !toggled.includes(kind),
);

describe('typing over a cell replaces it', () => {
  test.each(written)('%s: the editor begins with what was typed and nothing else', (kind) => {
    const field = sampleField(kind, {});
    for (const text of firstTexts)
      for (const cell of [{}, { value: null }, { value: null, raw: 'about 12' }])
        expect(boxOf(props(field, { ...cell, initialText: text })), text).toBe(text);
  });

  test.each(lists)('%s: the list is searched for it, and nothing of before stays chosen', (kind) => {
    const field = sampleField(kind, { options });
    for (const text of firstTexts)
      expect(listOf(props(field, { initialText: text }))).toEqual({ chosen: [], search: text });
    expect(listOf(props(field, {}))).toEqual({ chosen: ['aaaaaaaaaa'], search: '' });
  });

  test('Space opens a list and is written into every other cell', () => {
    expect(fieldKinds.filter((kind) => gridKind(kind).opensBySpace)).toEqual([
      ...lists,
      ...uploaded,
      ...linked,
    ]);
  });

  test('what is edited instead begins with what is there', () => {
    expect(boxOf(props(sampleField('currency', {}), {}))).toBe('4507');
    expect(boxOf(props(sampleField('number', {}), { value: null, raw: 'about 12' }))).toBe('about 12');
  });
});
