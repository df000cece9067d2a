import type { SelectField } from '@weft/core';
import { Plus } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Chip } from '../../primitives/Chip.tsx';
import { Icon } from '../../primitives/Icon.tsx';
import { Popover } from '../../primitives/Popover.tsx';
import type { CellEditorProps } from '../cell-editor.ts';
import { ChoiceRow, Chosen } from './SelectChoices.tsx';
import { useSelectEdit } from './use-select-edit.ts';

/** A list to choose from under the cell, with a search on top; a text that is no option yet can be added. */
export function SelectCellEditor(props: CellEditorProps<SelectField>) {
  const { field } = props;
  const { template } = field;
  const anchor = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const edit = useSelectEdit(props, { anchor, input });
  const { chosen, search, count, current } = edit;
  const { options, more, add } = edit.choices;
  useEffect(() => {
    document.getElementById(`${listId}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, current]);

  return (
    <div
      ref={anchor}
      tabIndex={-1}
      className="h-full rounded-[2px] outline-2 outline-focus -outline-offset-2"
    >
      <Popover
        open
        onOpenChange={(open) => !open && edit.leave('stay')}
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
              onRemove={() => edit.remove(each)}
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
            className="h-6 min-w-24 flex-1 bg-transparent text-base outline-none max-sm:text-lead"
            placeholder="Find an option"
            value={search}
            onChange={(event) => edit.find(event.target.value)}
            onKeyDown={edit.onKeyDown}
          />
        </div>
        <div
          role="listbox"
          id={listId}
          aria-label={field.name}
          aria-multiselectable={edit.many}
          className="max-h-64 overflow-y-auto p-1"
        >
          {options.map((option, index) => (
            <ChoiceRow
              key={option.value}
              id={`${listId}-${index}`}
              active={index === current}
              selected={chosen.includes(option.value)}
              onPress={() => edit.press(index, 'stay')}
            >
              <Chip color={template.disableColors ? null : option.color}>{option.label}</Chip>
            </ChoiceRow>
          ))}
          {add !== null && (
            <ChoiceRow
              id={`${listId}-${options.length}`}
              active={current === options.length}
              selected={false}
              onPress={() => edit.press(options.length, 'stay')}
            >
              <Icon of={Plus} size={14} className="text-text-subtle" />
              <span className="truncate">Add "{add}"</span>
            </ChoiceRow>
          )}
          {more > 0 && <p className="px-2 py-1.5 text-text-muted">{`Type to find ${more} more`}</p>}
          {count === 0 && (
            <p className="px-2 py-1.5 text-text-muted">
              {edit.full && search !== ''
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
