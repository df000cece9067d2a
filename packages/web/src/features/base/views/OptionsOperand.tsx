import { fold, isSelectField, type SelectOption, type SelectTemplate } from '@weft/core';
import { Checkbox, Chip, cx, Icon, Popover, TextInput } from '@weft/ui';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { OperandProps } from './operand-props.ts';

/** Options shown at a time; more are found by typing. */
const shownOptions = 200;
/** Options a list shows without a search on top. */
const searchFrom = 9;

const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** Any number of a select's options. */
export function OptionsOperand({ field, label, value, onChange }: OperandProps) {
  if (!isSelectField(field)) return null;
  const chosen = new Set(listOf(value));
  const { template } = field;
  const named = template.options.filter((option) => chosen.has(option.value));
  const toggle = (option: SelectOption) => {
    if (!chosen.delete(option.value)) chosen.add(option.value);
    onChange(chosen.size === 0 ? undefined : [...chosen]);
  };
  return (
    <Popover
      label={label}
      padded={false}
      width={240}
      trigger={
        <button
          type="button"
          aria-label={`${label}: ${named.map((option) => option.label).join(', ') || 'none'}`}
          className={cx(
            'flex min-h-(--w-control-sm) w-full items-center gap-1 rounded-md border border-line-control bg-surface px-2 text-start text-base max-sm:text-lead',
            'hover:border-text-subtle data-popup-open:outline-2 data-popup-open:outline-focus data-popup-open:-outline-offset-1',
          )}
        >
          <span className="flex min-w-0 flex-1 flex-wrap gap-1 py-0.5">
            {named.length === 0 ? (
              <span className="truncate text-text-subtle">Choose options</span>
            ) : (
              named.map((option) => <OptionChip key={option.value} option={option} template={template} />)
            )}
          </span>
          <Icon of={ChevronDown} size={14} className="text-text-subtle" />
        </button>
      }
    >
      <Options template={template} label={label} chosen={chosen} onToggle={toggle} />
    </Popover>
  );
}

function OptionChip({
  option,
  template,
}: {
  readonly option: SelectOption;
  readonly template: SelectTemplate;
}) {
  return <Chip color={template.disableColors ? null : option.color}>{option.label}</Chip>;
}

interface OptionsProps {
  readonly template: SelectTemplate;
  readonly label: string;
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (option: SelectOption) => void;
}

function Options({ template, label, chosen, onToggle }: OptionsProps) {
  const [search, setSearch] = useState('');
  const wanted = fold(search.trim());
  const found = template.options.filter((option) => fold(option.label).includes(wanted));
  return (
    <div className="flex max-h-64 flex-col">
      {template.options.length >= searchFrom && (
        <div className="border-line-subtle border-b p-2">
          <TextInput
            size="sm"
            aria-label={`Search: ${label}`}
            placeholder="Search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      )}
      {found.length === 0 && (
        <p className="p-3 text-text-muted">
          {template.options.length === 0 ? 'No options defined' : 'No results found.'}
        </p>
      )}
      <ul aria-label={label} className="min-h-0 overflow-y-auto p-1 empty:hidden">
        {found.slice(0, shownOptions).map((option) => (
          <li key={option.value} className="rounded-md px-2 hover:bg-hover">
            <Checkbox
              className="min-h-(--w-control-md) max-sm:min-h-12"
              checked={chosen.has(option.value)}
              onChange={() => onToggle(option)}
              label={<OptionChip option={option} template={template} />}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
