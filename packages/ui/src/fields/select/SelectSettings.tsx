import { addOptions, longestLabel, maxOptions, type SelectOption, type SelectTemplate } from '@weft/core';
import { Plus, Search } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../primitives/Button.tsx';
import { cx } from '../../primitives/class-names.ts';
import { movedItem, moveWithFocus } from '../../primitives/moved-rows.ts';
import { Switch } from '../../primitives/Switch.tsx';
import { TextInput } from '../../primitives/TextInput.tsx';
import { BulkAddDialog } from './BulkAddDialog.tsx';
import { newOptionValue } from './new-option-value.ts';
import { type OptionListActions, OptionRow } from './OptionRow.tsx';
import { doubleLabel, type FoundOptions, findOptions, nextLabel, placesOf } from './option-list.ts';
import { useRowWindow } from './use-row-window.ts';

/** Lists from this length on can be searched. */
const searchFrom = 12;

export interface SelectSettingsProps {
  readonly template: SelectTemplate;
  readonly onChange: (template: SelectTemplate) => void;
}

/** The options of a select: add, rename, recolour, delete and order them. */
export function SelectSettings({ template, onChange }: SelectSettingsProps) {
  const { options } = template;
  const [bulk, setBulk] = useState<string | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const full = options.length >= maxOptions;
  const double = doubleLabel(options);
  const tooLong = options.some(({ label }) => label.trim().length > longestLabel);
  const setOptions = (next: readonly SelectOption[]) => onChange({ ...template, options: next });
  const [focused, setFocused] = useState<string | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<FoundOptions | null>(null);
  /** The places among all options of those that are shown. */
  const places = found === null ? [...options.keys()] : placesOf(found, options);
  const searchable = options.length >= searchFrom || found !== null;
  const focusedPlace = places.findIndex((index) => options[index]?.value === focused);
  const { shown, pitch, reveal } = useRowWindow(list, places.length, [focusedPlace, dragged ?? -1]);
  /** The name at a place of those that are shown. */
  const nameOf = (place: number) => {
    reveal(place);
    const row = list.current?.querySelector(`[aria-posinset="${place + 1}"]`);
    return row?.querySelector('input');
  };

  const add = () => {
    if (full) return;
    flushSync(() => {
      setFound(null);
      onChange(addOptions(template, [nextLabel(options)], newOptionValue));
    });
    nameOf(options.length)?.select();
  };
  const move = (from: number, to: number) =>
    moveWithFocus(
      () => {
        setOptions(movedItem(options, from, to));
        setSaid(`${options[from]?.label ?? ''}, ${to + 1} of ${options.length}`);
      },
      () => nameOf(to),
    );
  const remove = (index: number) => {
    const place = places.indexOf(index);
    flushSync(() => setOptions(options.toSpliced(index, 1)));
    const next = nameOf(Math.min(place, places.length - 2));
    if (next) next.focus();
    else addButton.current?.focus();
  };
  const now = useRef<OptionListActions | null>(null);
  useLayoutEffect(() => {
    now.current = {
      patch: (index, part) =>
        setOptions(options.map((each, at) => (at === index ? { ...each, ...part } : each))),
      move,
      remove,
      next: (index) => {
        const place = places.indexOf(index);
        if (place < places.length - 1) nameOf(place + 1)?.select();
        else if (found === null) add();
        else search.current?.select();
      },
      pasteLines: setBulk,
      drag: setDragged,
      dragOver: (index) => {
        if (dragged === null) return false;
        if (dragged !== index) {
          setOptions(movedItem(options, dragged, index));
          setDragged(index);
        }
        return true;
      },
    };
  });
  const [on] = useState<OptionListActions>(() => ({
    patch: (index, part) => now.current?.patch(index, part),
    move: (from, to) => now.current?.move(from, to),
    remove: (index) => now.current?.remove(index),
    next: (index) => now.current?.next(index),
    pasteLines: (text) => now.current?.pasteLines(text),
    drag: (index) => now.current?.drag(index),
    dragOver: (index) => now.current?.dragOver(index) ?? false,
  }));
  return (
    <div>
      <h3 className="mb-1.5 font-medium text-small text-text-muted">Options</h3>
      {options.length === 0 && <p className="mb-2 text-text-subtle">No options defined</p>}
      {searchable && (
        <TextInput
          ref={search}
          size="sm"
          icon={Search}
          type="search"
          aria-label="Find an option"
          placeholder="Find an option"
          value={found?.text ?? ''}
          onChange={(event) => setFound(findOptions(event.target.value, options))}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Enter' || event.key === 'ArrowDown') {
              event.preventDefault();
              nameOf(0)?.select();
            } else if (event.key === 'Escape' && found !== null) {
              // The panel stays open.
              event.preventDefault();
              event.stopPropagation();
              setFound(null);
            }
          }}
        />
      )}
      {found !== null && (
        <p role="status" className="mt-1.5 text-small text-text-muted">
          {places.length === 0 ? 'No results found.' : `${places.length} of ${options.length}`}
        </p>
      )}
      <ul
        ref={list}
        aria-label="Options"
        className={cx(shown === null ? 'flex flex-col gap-1' : 'relative', searchable && 'mt-2')}
        style={shown === null ? undefined : { height: places.length * pitch }}
        onFocus={(event) => {
          const row = event.target.closest('[data-option]');
          setFocused(row instanceof HTMLElement ? (row.dataset.option ?? null) : null);
        }}
      >
        {(shown ?? [...places.keys()]).map((place) => {
          const index = places[place] ?? -1;
          const option = options[index];
          return (
            option !== undefined && (
              <OptionRow
                key={option.value}
                option={option}
                index={index}
                place={place}
                count={places.length}
                movable={found === null}
                top={shown === null ? null : place * pitch}
                isDragged={dragged === index}
                isDouble={double !== null && option.label === double}
                on={on}
              />
            )
          );
        })}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
      {(double !== null || tooLong) && (
        <p role="alert" className="mt-2 text-danger-text text-small">
          {double !== null
            ? `There are two options named '${double}'`
            : `An option has at most ${longestLabel} characters`}
        </p>
      )}
      <div className="mt-2 flex gap-2">
        <Button ref={addButton} size="sm" icon={Plus} disabled={full} onClick={add}>
          Add option
        </Button>
        <Button size="sm" variant="quiet" disabled={full} onClick={() => setBulk('')}>
          Bulk add
        </Button>
      </div>
      {full && <p className="mt-2 text-small text-text-muted">Maximum number of options reached</p>}
      <Switch
        className="mt-4"
        label="Show colors"
        checked={!template.disableColors}
        onChange={(shown) => onChange({ ...template, disableColors: !shown })}
      />
      {bulk !== null && (
        <BulkAddDialog
          present={options.length}
          initialText={bulk}
          onClose={() => setBulk(null)}
          onAdd={(labels) => {
            onChange(addOptions(template, labels, newOptionValue));
            setBulk(null);
          }}
        />
      )}
    </div>
  );
}
