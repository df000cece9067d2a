import { isLinkField } from '@weft/core';
import { Checkbox, cx, Icon, Popover, TextInput } from '@weft/ui';
import { LinkChip, useFoundRecords } from '@weft/ui/grid';
import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { OperandProps } from './operand-props.ts';

const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** Chosen records that are named; the others are counted. */
const maxNamed = 20;

/** Any number of the records that a field links to. */
export function RecordsOperand(props: OperandProps) {
  const { field, label, value, env, linkSource } = props;
  const chosen = listOf(value);
  const names = chosen.slice(0, maxNamed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; those that are chosen later come from the list
  useEffect(() => {
    const unknown = names.filter((id) => env.linked?.(id) === undefined);
    if (unknown.length > 0 && isLinkField(field))
      linkSource(field)
        ?.find({ ids: unknown })
        .catch((error: unknown) => console.error('The chosen records could not be read', error));
  }, []);
  const more = chosen.length - names.length;
  return (
    <Popover
      label={label}
      padded={false}
      width={300}
      trigger={
        <button
          type="button"
          aria-label={`${label}: ${names.map((id) => env.linked?.(id)?.name ?? '…').join(', ') || 'none'}`}
          className={cx(
            'flex min-h-(--w-control-sm) w-full items-center gap-1 rounded-md border border-line-control bg-surface px-2 text-start text-base max-sm:text-lead',
            'hover:border-text-subtle data-popup-open:outline-2 data-popup-open:outline-focus data-popup-open:-outline-offset-1',
          )}
        >
          <span className="flex min-w-0 flex-1 flex-wrap gap-1 py-0.5">
            {names.length === 0 && <span className="truncate text-text-subtle">Choose records</span>}
            {names.map((id) => (
              <LinkChip key={id} id={id} env={env} />
            ))}
            {more > 0 && <span className="text-small text-text-muted">+{more}</span>}
          </span>
          <Icon of={ChevronDown} size={14} className="text-text-subtle" />
        </button>
      }
    >
      <Records {...props} />
    </Popover>
  );
}

/** The first records, those chosen before them, or those that a search finds. */
function Records({ field, env, label, value, linkSource, onChange }: OperandProps) {
  const [search, setSearch] = useState('');
  const [source] = useState(() => (isLinkField(field) ? linkSource(field) : null));
  const chosen = listOf(value);
  const { records, loading } = useFoundRecords(source, search, chosen);
  const toggle = (id: string) => {
    const next = chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id];
    onChange(next.length === 0 ? undefined : next);
  };
  return (
    <div className="flex max-h-64 flex-col">
      <div className="border-line-subtle border-b p-2">
        <TextInput
          size="sm"
          aria-label={`Search: ${label}`}
          placeholder={source === null ? '' : `Search ${source.table.name}`}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {records.length === 0 && (
        <p className="p-3 text-text-muted">{loading ? 'Searching...' : 'No records found'}</p>
      )}
      <ul aria-label={label} className="min-h-0 overflow-y-auto p-1 empty:hidden">
        {records.map(({ id }) => (
          <li key={id} className="rounded-md px-2 hover:bg-hover">
            <Checkbox
              className="min-h-(--w-control-md) max-sm:min-h-12"
              checked={chosen.includes(id)}
              onChange={() => toggle(id)}
              label={<LinkChip id={id} env={env} />}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
