import { addOptions, maxOptions, palette, type SelectOption, type SelectTemplate } from '@weft/core';
import { ArrowDown, ArrowUp, GripVertical, Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../primitives/Button.tsx';
import { Icon } from '../../primitives/Icon.tsx';
import { IconButton } from '../../primitives/IconButton.tsx';
import { Switch } from '../../primitives/Switch.tsx';
import { TextInput } from '../../primitives/TextInput.tsx';
import { newOptionValue } from '../new-option-value.ts';
import { BulkAddDialog } from './BulkAddDialog.tsx';
import { ColorSelect } from './ColorSelect.tsx';

export interface SelectSettingsProps {
  readonly template: SelectTemplate;
  readonly onChange: (template: SelectTemplate) => void;
}

/** The option moved to another place. */
const moved = (options: readonly SelectOption[], from: number, to: number): readonly SelectOption[] => {
  const option = options[from];
  return option ? options.toSpliced(from, 1).toSpliced(to, 0, option) : options;
};

/** The options of a select: add, rename, recolour, delete and order them. */
export function SelectSettings({ template, onChange }: SelectSettingsProps) {
  const { options } = template;
  const [bulk, setBulk] = useState(false);
  const [dragged, setDragged] = useState<number | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const full = options.length >= maxOptions;
  const setOptions = (next: readonly SelectOption[]) => onChange({ ...template, options: next });
  const patch = (index: number, part: Partial<SelectOption>) =>
    setOptions(options.map((option, at) => (at === index ? { ...option, ...part } : option)));
  const add = () => {
    const taken = new Set(options.map((option) => option.label));
    let number = options.length + 1;
    while (taken.has(`Option ${number}`)) number++;
    onChange(addOptions(template, [`Option ${number}`], newOptionValue));
    requestAnimationFrame(() => {
      const inputs = list.current?.querySelectorAll('input');
      inputs?.[inputs.length - 1]?.select();
    });
  };
  return (
    <div>
      <h3 className="mb-1.5 font-medium text-small text-text-muted">Options</h3>
      {options.length === 0 && <p className="mb-2 text-text-subtle">No options defined</p>}
      <ul ref={list} className="flex flex-col gap-1">
        {options.map((option, index) => (
          <li
            key={option.value}
            className={`flex items-center gap-1 ${dragged === index ? 'opacity-50' : ''}`}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              if (dragged === index) return;
              setOptions(moved(options, dragged, index));
              setDragged(index);
            }}
            onDrop={(event) => event.preventDefault()}
          >
            <span
              aria-hidden="true"
              draggable
              className="cursor-grab text-text-subtle max-sm:hidden"
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                setDragged(index);
              }}
              onDragEnd={() => setDragged(null)}
            >
              <Icon of={GripVertical} size={14} />
            </span>
            <ColorSelect
              compact
              label={`Color of ${option.label}`}
              value={option.color}
              colors={palette}
              onChange={(color) => patch(index, { color })}
            />
            <TextInput
              size="sm"
              aria-label={`Option ${index + 1}`}
              dir="auto"
              value={option.label}
              onChange={(event) => patch(index, { label: event.target.value })}
            />
            <span className="flex">
              <IconButton
                icon={ArrowUp}
                size="sm"
                label={`Move ${option.label} up`}
                disabled={index === 0}
                onClick={() => setOptions(moved(options, index, index - 1))}
              />
              <IconButton
                icon={ArrowDown}
                size="sm"
                label={`Move ${option.label} down`}
                disabled={index === options.length - 1}
                onClick={() => setOptions(moved(options, index, index + 1))}
              />
              <IconButton
                icon={X}
                size="sm"
                label={`Delete ${option.label}`}
                onClick={() => setOptions(options.toSpliced(index, 1))}
              />
            </span>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex gap-2">
        <Button size="sm" icon={Plus} disabled={full} onClick={add}>
          Add option
        </Button>
        <Button size="sm" variant="quiet" disabled={full} onClick={() => setBulk(true)}>
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
      {bulk && (
        <BulkAddDialog
          present={options.length}
          onClose={() => setBulk(false)}
          onAdd={(labels) => {
            onChange(addOptions(template, labels, newOptionValue));
            setBulk(false);
          }}
        />
      )}
    </div>
  );
}
