import { type Field, type FieldEnv, type Filter, isCondition } from '@weft/core';
import { must } from '@weft/std';
import { Button, cx, IconButton, Select } from '@weft/ui';
import type { GridActions } from '@weft/ui/grid';
import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { ConditionRow } from './ConditionRow.tsx';
import { newCondition } from './conditions.ts';
import {
  addTo,
  changeAt,
  deepestGroup,
  type FilterItem,
  type FilterPath,
  joinAt,
  maxItems,
  noFilter,
} from './filter-tree.ts';

/** The filter being edited; each part changes its own path in it. */
interface FilterEditing {
  readonly fields: readonly Field[];
  readonly env: FieldEnv;
  readonly linkSource: GridActions['linkSource'];
  readonly filter: Filter;
  readonly change: (filter: Filter) => void;
}

export interface FilterGroupProps {
  readonly group: Filter;
  readonly path: FilterPath;
  readonly editor: FilterEditing;
  /** After the buttons that add. */
  readonly end?: ReactNode;
  /** What it means to have no conditions. */
  readonly empty?: string;
}

const joins = [
  { value: 'and', label: 'and' },
  { value: 'or', label: 'or' },
] as const;

/** '2', '2.1': how an item is told from the others. */
const numberOf = (path: FilterPath): string => path.map((place) => place + 1).join('.');

/** Conditions and groups that hold together, or of which one must hold. */
export function FilterGroup({
  group,
  path,
  editor,
  end,
  empty = 'No conditions yet: the filter hides no record.',
}: FilterGroupProps) {
  const { change, filter, fields } = editor;
  const list = useRef<HTMLUListElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const nested = path.length > 0;
  const full = group.items.length >= maxItems;

  const add = (item: FilterItem) => {
    flushSync(() => change(addTo(filter, path, item)));
    list.current?.lastElementChild?.querySelector<HTMLElement>('[data-field] button, [data-add]')?.focus();
  };
  const remove = (place: number) => {
    flushSync(() => change(changeAt(filter, [...path, place], () => null)));
    adder.current?.focus();
  };
  const joinWord = (place: number): ReactNode => {
    if (place === 0) return <span className="px-2 text-text-muted">Where</span>;
    if (place > 1) return <span className="px-2 text-text-muted">{group.conjunction}</span>;
    return (
      <Select
        size="sm"
        label={nested ? `Group ${numberOf(path)} is joined by` : 'Conditions are joined by'}
        value={group.conjunction}
        options={joins}
        onChange={(conjunction) => change(joinAt(filter, path, conjunction))}
      />
    );
  };
  return (
    <div className={cx(nested && 'rounded-lg border border-line bg-sunken p-2')}>
      {group.items.length === 0 && (
        <p className="mb-2 px-1 text-text-muted">{nested ? 'This group has no conditions yet.' : empty}</p>
      )}
      <ul ref={list} className="flex flex-col gap-2 max-sm:gap-4">
        {group.items.map((item, place) => {
          const at = [...path, place];
          const number = numberOf(at);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition is told by its place
            <li key={place} className="flex items-start gap-2 max-sm:flex-col max-sm:gap-1.5">
              <span className="flex h-(--w-control-sm) w-18 shrink-0 items-center max-sm:h-auto">
                {joinWord(place)}
              </span>
              {isCondition(item) ? (
                <ConditionRow
                  condition={item}
                  name={`Condition ${number}`}
                  fields={fields}
                  env={editor.env}
                  linkSource={editor.linkSource}
                  onChange={(next) => change(changeAt(filter, at, () => next))}
                  onRemove={() => remove(place)}
                />
              ) : (
                // biome-ignore lint/a11y/useSemanticElements: a fieldset has an edge and a legend of its own
                <div role="group" aria-label={`Group ${number}`} className="flex-1 max-sm:w-full">
                  <FilterGroup
                    group={item}
                    path={at}
                    editor={editor}
                    end={
                      <IconButton
                        plain
                        size="sm"
                        icon={Trash2}
                        label={`Remove group ${number}`}
                        className="ms-auto"
                        onClick={() => remove(place)}
                      />
                    }
                  />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <div className={cx('flex flex-wrap items-center gap-1', group.items.length > 0 && 'mt-3')}>
        <Button
          ref={adder}
          data-add=""
          size="sm"
          variant="quiet"
          icon={Plus}
          disabled={full}
          onClick={() => add(newCondition(must(fields[0], 'a field to filter by')))}
        >
          Add condition
        </Button>
        {path.length + 1 < deepestGroup && (
          <Button size="sm" variant="quiet" icon={Plus} disabled={full} onClick={() => add(noFilter)}>
            Add group
          </Button>
        )}
        {end}
      </div>
    </div>
  );
}
