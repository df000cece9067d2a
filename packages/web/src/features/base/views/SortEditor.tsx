import type { Field, Sort, SortKey } from '@weft/core';
import { must } from '@weft/std';
import {
  Button,
  DragHandle,
  IconButton,
  lightKinds,
  MoveButtons,
  movedItem,
  moveWithFocus,
  SearchSelect,
  Select,
} from '@weft/ui';
import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fieldOptions } from './tool-fields.ts';

export interface SortEditorProps {
  readonly fields: readonly Field[];
  readonly sorts: Sort;
  readonly onChange: (sorts: Sort) => void;
  readonly words?: KeyWords;
  /** Keys at most. */
  readonly max?: number;
}

/** What the editor says of its keys. */
interface KeyWords {
  readonly none: string;
  /** 'Sort', 'Group'. */
  readonly noun: string;
}

const sortWords: KeyWords = { none: 'Not sorted: records stand as they were added.', noun: 'Sort' };

/** Keys a view is sorted by at most (contract, section 4). */
const maxKeys = 20;

/** By what a view is sorted: the first key, and the next where those before it are equal. */
export function SortEditor({
  fields,
  sorts,
  onChange,
  words: { none, noun } = sortWords,
  max = maxKeys,
}: SortEditorProps) {
  const keys = sorts.filter((key) => fields.some(({ id }) => id === key.fieldId));
  const free = fields.filter(({ id }) => keys.every((key) => key.fieldId !== id));
  const [dragged, setDragged] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  useEffect(() => (list.current?.querySelector('button') ?? adder.current)?.focus(), []);

  const pick = (fieldId: string) => onChange([...keys, { fieldId, direction: 'asc' }]);
  const change = (place: number, part: Partial<SortKey>) =>
    onChange(keys.map((key, index) => (index === place ? { ...key, ...part } : key)));
  const remove = (place: number) => {
    flushSync(() => onChange(keys.toSpliced(place, 1)));
    adder.current?.focus();
  };
  const move = (from: number, to: number) =>
    moveWithFocus(
      () => onChange(movedItem(keys, from, to)),
      () => list.current?.children[to]?.querySelector('button'),
    );
  return (
    <div>
      {keys.length === 0 && <p className="mb-2 px-1 text-text-muted">{none}</p>}
      <ol ref={list} className="flex flex-col gap-2 empty:hidden">
        {keys.map((key, place) => {
          const field = must(
            fields.find(({ id }) => id === key.fieldId),
            'the field of a sort',
          );
          const words = lightKinds[field.type].sortWords;
          return (
            <li
              key={key.fieldId}
              className={`flex items-center gap-2 ${dragged === place ? 'opacity-50' : ''}`}
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                if (dragged === place) return;
                onChange(movedItem(keys, dragged, place));
                setDragged(place);
              }}
              onDrop={(event) => event.preventDefault()}
            >
              <DragHandle
                text={field.name}
                shown={keys.length > 1}
                onBegin={() => setDragged(place)}
                onEnd={() => setDragged(null)}
              />
              <span className="min-w-0 flex-1">
                <SearchSelect
                  size="sm"
                  label={`${noun} ${place + 1}: field`}
                  value={key.fieldId}
                  options={fieldOptions([field, ...free])}
                  onChange={(fieldId) => change(place, { fieldId })}
                />
              </span>
              <span className="w-44 shrink-0 max-sm:w-36">
                <Select
                  size="sm"
                  label={`${noun} ${place + 1}: direction`}
                  value={key.direction}
                  options={[
                    { value: 'asc', label: words.asc },
                    { value: 'desc', label: words.desc },
                  ]}
                  onChange={(direction) => change(place, { direction })}
                />
              </span>
              <span className="flex">
                {keys.length > 1 && (
                  <MoveButtons
                    what={`${noun.toLowerCase()} by ${field.name}`}
                    place={place}
                    isLast={place === keys.length - 1}
                    onMove={move}
                  />
                )}
                <IconButton
                  plain
                  size="sm"
                  icon={X}
                  label={`Remove ${noun.toLowerCase()} by ${field.name}`}
                  onClick={() => remove(place)}
                />
              </span>
            </li>
          );
        })}
      </ol>
      <div className={keys.length > 0 ? 'mt-3' : ''}>
        <Button
          ref={adder}
          size="sm"
          variant="quiet"
          icon={Plus}
          disabled={free.length === 0 || keys.length >= max}
          onClick={() => pick(must(free[0], 'a field to sort by').id)}
        >
          Add {noun.toLowerCase()}
        </Button>
      </div>
    </div>
  );
}
