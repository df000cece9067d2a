import { addOptions, maxOptions, type SelectField } from '@weft/core';
import { must, withoutUndefined } from '@weft/std';
import { type RefObject, useRef, useState } from 'react';
import type { CellEditorProps, CommitMove } from '../cell-editor.ts';
import { listKeys } from '../list-keys.ts';
import { newOptionValue } from './new-option-value.ts';
import { cellOfSearch, choicesFor, knownOptions } from './select-choices.ts';

const listOf = (value: CellEditorProps['value']): readonly string[] =>
  Array.isArray(value) ? (value as readonly string[]) : typeof value === 'string' ? [value] : [];

/** The search box, and the cell's own element, which keeps the focus when the list goes. */
export interface SelectElements {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly input: RefObject<HTMLInputElement | null>;
}

/** A cell of options being edited: what is chosen, what is searched, where one is in the list, and its one end. */
export function useSelectEdit(props: CellEditorProps<SelectField>, { anchor, input }: SelectElements) {
  const { field, value, raw, initialText, onCommit, onCancel, onUpdateTemplate } = props;
  const { template } = field;
  const many = field.type === 'multiple_select';
  // Without those that are gone, by a colleague's hand perhaps just now: a cell does not take them.
  const held = knownOptions(listOf(value), template);
  // What is typed over a cell replaces all of it.
  const [picked, setChosen] = useState(initialText === undefined ? held : []);
  const chosen = knownOptions(picked, template);
  const [search, setSearch] = useState(initialText ?? raw ?? '');
  const ended = useRef(false);
  // No row is taken until one is meant: Enter on a list just opened alters nothing.
  const [at, setAt] = useState(() => {
    if (initialText !== undefined && initialText !== '') return 0;
    return many || raw !== undefined
      ? -1
      : template.options.findIndex((option) => option.value === chosen[0]);
  });
  const full = template.options.length >= maxOptions;
  const choices = choicesFor(template, search, onUpdateTemplate !== undefined && !full);
  const { options, add } = choices;
  const count = options.length + (add === null ? 0 : 1);
  const current = Math.min(at, count - 1);

  const end = () => {
    ended.current = true;
    // The focus must not go down with the popover: from here the grid takes it.
    if (document.activeElement === input.current) anchor.current?.focus();
  };
  const commit = (values: readonly string[], move: CommitMove) => {
    if (ended.current) return;
    end();
    // Then the cell stays what it is, with an option that is gone.
    const untouched =
      initialText === undefined &&
      values.length === held.length &&
      values.every((each, i) => each === held[i]);
    if (untouched) onCommit(withoutUndefined({ value, raw }), move);
    else if (values.length === 0) onCommit({ value: null }, move);
    else onCommit({ value: many ? values : must(values[0]) }, move);
  };
  /** Leaves without having chosen: what was typed is not lost. */
  const leave = (move: CommitMove) => {
    const replaces = initialText !== undefined || raw !== undefined;
    // A text that was there before and was not touched stays what it is.
    const untouched = initialText === undefined && search === (raw ?? '');
    const cell = untouched ? null : cellOfSearch(template, { chosen, search, replaces, many });
    if (cell === null) return commit(chosen, move);
    if ('values' in cell) return commit(cell.values, move);
    if (ended.current) return;
    end();
    onCommit({ value: null, raw: cell.raw }, move);
  };
  const choose = (option: string, move: CommitMove) => {
    if (!many) return commit([option], move);
    const next = chosen.includes(option) ? chosen.filter((each) => each !== option) : [...chosen, option];
    if (move === 'new-record') return commit(next, move);
    setChosen(next);
    if (search !== '') setAt(-1);
    setSearch('');
    input.current?.focus();
  };
  const addOption = (label: string, move: CommitMove) => {
    const next = addOptions(template, [label], newOptionValue);
    const added = next.options.find((option) => option.label === label);
    if (!added || next.options.length === template.options.length) return;
    onUpdateTemplate?.(next);
    commit(many ? [...chosen, added.value] : [added.value], move);
  };
  const press = (index: number, move: CommitMove) => {
    const option = options[index];
    if (option) choose(option.value, move);
    else if (add !== null) addOption(add, move);
  };

  /** Takes the option the list stands on, as Enter does; adds none to the field and takes none away, for Tab only moves on. */
  const takeAndLeave = (move: CommitMove) => {
    const option = options[current]?.value;
    if (option === undefined || chosen.includes(option)) leave(move);
    else commit(many ? [...chosen, option] : [option], move);
  };

  const onKeyDown = listKeys({
    ...{ count, current, search, setCurrent: setAt, onPress: press, onLeave: leave, onTab: takeAndLeave },
    onCancel: () => {
      end();
      onCancel();
    },
    onRemoveLast: () => setChosen(chosen.slice(0, -1)),
  });
  /** The list without what is taken off; a single option is taken off at once. */
  const remove = (option: string) => {
    const rest = chosen.filter((other) => other !== option);
    if (many) setChosen(rest);
    else commit(rest, 'stay');
  };
  const find = (text: string) => {
    setSearch(text);
    setAt(text === '' ? -1 : 0);
  };
  return {
    ...{ many, full, chosen, search, choices, count, current },
    ...{ find, remove, press, leave, onKeyDown },
  };
}
