import { addOptions, type FieldOf, maxOptions, type SelectOption } from '@weft/core';
import { must } from '@weft/std';
import { Check, Plus, X } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Chip } from '../primitives/Chip.tsx';
import { Icon } from '../primitives/Icon.tsx';
import { Popover } from '../primitives/Popover.tsx';
import type { CellEditorProps, CommitMove } from './cell-editor.ts';
import { newOptionValue } from './new-option-value.ts';
import { cellOfSearch, choicesFor } from './select-choices.ts';

type SelectField = FieldOf<'single_select'> | FieldOf<'multiple_select'>;

const listOf = (value: CellEditorProps['value']): readonly string[] =>
  Array.isArray(value) ? (value as readonly string[]) : typeof value === 'string' ? [value] : [];

/** A list to choose from under the cell, with a search on top; a text that is no option yet can be added. */
export function SelectCellEditor(props: CellEditorProps<SelectField>) {
  const { field, value, raw, initialText, onCommit, onCancel, onUpdateTemplate } = props;
  const many = field.type === 'multiple_select';
  const [chosen, setChosen] = useState(() => listOf(value));
  const [search, setSearch] = useState(initialText ?? raw ?? '');
  const anchor = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  const listId = useId();
  const { template } = field;
  // No row is taken until one is meant: Enter on a list just opened alters nothing.
  const [at, setAt] = useState(() => {
    if (initialText !== undefined && initialText !== '') return 0;
    return many || raw !== undefined
      ? -1
      : template.options.findIndex((option) => option.value === chosen[0]);
  });
  const full = template.options.length >= maxOptions;
  const { options, more, add } = choicesFor(template, search, onUpdateTemplate !== undefined && !full);
  const count = options.length + (add === null ? 0 : 1);
  const current = Math.min(at, count - 1);
  useEffect(() => {
    document.getElementById(`${listId}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, current]);

  // The list takes a moment to open: until its search box has the focus, keys are heard here, and none is lost.
  useLayoutEffect(() => anchor.current?.focus({ preventScroll: true }), []);

  const end = () => {
    ended.current = true;
    // The focus must not go down with the popover: from here the grid takes it.
    if (document.activeElement === input.current) anchor.current?.focus();
  };
  const commit = (values: readonly string[], move: CommitMove) => {
    if (ended.current) return;
    end();
    const untouched =
      values.length === listOf(value).length && values.every((each, i) => each === listOf(value)[i]);
    if (untouched) onCommit({ value, ...(raw !== undefined && { raw }) }, move);
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
    setChosen(chosen.includes(option) ? chosen.filter((each) => each !== option) : [...chosen, option]);
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

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.stopPropagation();
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      setAt(current === -1 && by === -1 ? count - 1 : (current + by + count) % Math.max(1, count));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const move = event.shiftKey ? 'up' : 'down';
      if (current === -1) leave(move);
      else press(current, move);
    } else if (event.key === 'Tab') {
      event.preventDefault();
      leave(event.shiftKey ? 'left' : 'right');
    } else if (event.key === 'Escape') {
      event.preventDefault();
      end();
      onCancel();
    } else if (event.key === 'Backspace' && search === '' && chosen.length > 0)
      setChosen(chosen.slice(0, -1));
  };
  const onEarlyKeyDown = (event: React.KeyboardEvent) => {
    // What happens in the list comes by here too.
    if (event.target !== anchor.current) return;
    if ([...event.key].length > 1 || event.ctrlKey || event.metaKey) return onKeyDown(event);
    event.preventDefault();
    event.stopPropagation();
    setSearch((before) => before + event.key);
    setAt(0);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it stands in for the search box for a moment
    <div
      ref={anchor}
      tabIndex={-1}
      onKeyDown={onEarlyKeyDown}
      className="h-full rounded-[2px] outline-2 outline-focus -outline-offset-2"
    >
      <Popover
        open
        onOpenChange={(open) => !open && leave('stay')}
        anchor={anchor}
        label={field.name}
        initialFocus={input}
        padded={false}
        width={260}
      >
        <div className="flex flex-wrap items-center gap-1 border-line-subtle border-b p-2">
          {chosen.map((each) => (
            <Chosen
              key={each}
              option={template.options.find((option) => option.value === each)}
              plain={template.disableColors}
              onRemove={() => {
                const rest = chosen.filter((other) => other !== each);
                if (many) setChosen(rest);
                else commit(rest, 'stay');
              }}
            />
          ))}
          <input
            ref={input}
            role="combobox"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={current !== -1 ? `${listId}-${current}` : undefined}
            aria-label={`${field.name}: find an option`}
            dir="auto"
            autoComplete="off"
            className="h-6 min-w-20 flex-1 bg-transparent text-base outline-none max-sm:text-lead"
            placeholder={chosen.length === 0 ? 'Find an option' : ''}
            value={search}
            onChange={(event) => {
              setSearch(event.target.value);
              setAt(event.target.value === '' ? -1 : 0);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <div
          role="listbox"
          id={listId}
          aria-label={field.name}
          aria-multiselectable={many}
          className="max-h-64 overflow-y-auto p-1"
        >
          {options.map((option, index) => (
            <Row
              key={option.value}
              id={`${listId}-${index}`}
              active={index === current}
              selected={chosen.includes(option.value)}
              onPress={() => press(index, 'stay')}
            >
              <Chip color={template.disableColors ? null : option.color}>{option.label}</Chip>
            </Row>
          ))}
          {add !== null && (
            <Row
              id={`${listId}-${options.length}`}
              active={current === options.length}
              selected={false}
              onPress={() => addOption(add, 'stay')}
            >
              <Icon of={Plus} size={14} className="text-text-subtle" />
              <span className="truncate">Add "{add}"</span>
            </Row>
          )}
          {more > 0 && <p className="px-2 py-1.5 text-text-muted">{`Type to find ${more} more`}</p>}
          {count === 0 && (
            <p className="px-2 py-1.5 text-text-muted">
              {full && search !== ''
                ? 'Maximum number of options reached'
                : template.options.length === 0
                  ? 'No options defined'
                  : 'No results found.'}
            </p>
          )}
        </div>
      </Popover>
    </div>
  );
}

function Row(props: {
  readonly id: string;
  readonly active: boolean;
  readonly selected: boolean;
  readonly onPress: () => void;
  readonly children: React.ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the search box keeps the focus and names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the search box
    <div
      role="option"
      id={props.id}
      aria-selected={props.selected}
      className={`flex min-h-8 items-center gap-2 rounded-md px-2 ${props.active ? 'bg-hover' : ''}`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={props.onPress}
    >
      <span className="flex min-w-0 flex-1 items-center gap-2">{props.children}</span>
      {props.selected && <Icon of={Check} size={14} className="text-accent-text" />}
    </div>
  );
}

function Chosen(props: {
  readonly option: SelectOption | undefined;
  readonly plain: boolean;
  readonly onRemove: () => void;
}) {
  if (props.option === undefined) return null;
  return (
    <span className="flex items-center gap-0.5">
      <Chip color={props.plain ? null : props.option.color}>{props.option.label}</Chip>
      <button
        type="button"
        aria-label={`Remove ${props.option.label}`}
        className="grid size-5 place-items-center rounded-sm text-text-subtle hover:bg-hover"
        onMouseDown={(event) => event.preventDefault()}
        onClick={props.onRemove}
      >
        <Icon of={X} size={14} />
      </button>
    </span>
  );
}
