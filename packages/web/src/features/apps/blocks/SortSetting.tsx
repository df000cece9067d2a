import type { Field, Sort } from '@weft/core';
import { FormField, Icon, Popover } from '@weft/ui';
import { ChevronDown } from 'lucide-react';
import { SortEditor } from '../../base/views/SortEditor.tsx';
import { sortableFields } from '../../base/views/tool-fields.ts';

interface SortSettingProps {
  readonly label: string;
  readonly fields: readonly Field[];
  readonly sort: Sort;
  readonly onChange: (sort: Sort) => void;
}

/** Keys of one order, as documents take them. */
const mostKeys = 3;

/** 'Stage, then due'. */
function sortWords(sort: Sort, fields: readonly Field[]): string {
  const names = sort.flatMap(({ fieldId }) => fields.find(({ id }) => id === fieldId)?.name ?? []);
  const [first, ...others] = names;
  if (first === undefined) return 'As they were added';
  return [first, ...others.map((name) => name.toLowerCase())].join(', then ');
}

/** The order of records, in words; a press opens its keys. */
export function SortSetting({ label, fields, sort, onChange }: SortSettingProps) {
  const sortable = sortableFields(fields);
  const words = sortWords(sort, sortable);
  return (
    <FormField label={label}>
      {({ id }) => (
        <Popover
          label={label}
          align="end"
          width={420}
          trigger={
            <button
              id={id}
              type="button"
              aria-label={`${label}: ${words}`}
              className="flex h-8 w-full min-w-0 items-center gap-1.5 rounded-md border border-line-control bg-surface px-2.5 text-start text-base hover:border-text-subtle data-popup-open:outline-2 data-popup-open:outline-focus data-popup-open:-outline-offset-1"
            >
              <span className="min-w-0 flex-1 truncate">{words}</span>
              <Icon of={ChevronDown} size={14} className="text-text-subtle" />
            </button>
          }
        >
          <SortEditor fields={sortable} sorts={sort} max={mostKeys} onChange={onChange} />
        </Popover>
      )}
    </FormField>
  );
}
