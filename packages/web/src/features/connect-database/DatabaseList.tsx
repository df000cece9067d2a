import { useQuery } from '@tanstack/react-query';
import { mayEditBase } from '@weft/core';
import { Banner, Button, Icon, Skeleton, TextInput } from '@weft/ui';
import { useState } from 'react';
import { api, type FlowList } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { flowIcon } from '../../shell/flow-icons.ts';
import { useDebounced } from '../../shell/use-debounced.ts';

interface DatabaseListProps {
  readonly chosen: string | null;
  readonly onChoose: (basePublicId: string) => void;
  /** Those that one may only read, too. */
  readonly readable?: boolean;
}

/** What the list is kept under. */
export const listedBases = ['chosen-bases'] as const;

/** The databases that one may write, or read, found by their names. */
export function DatabaseList({ chosen, onChoose, readable = false }: DatabaseListProps) {
  const [search, setSearch] = useState('');
  const sought = useDebounced(search.trim(), 200);
  const list: FlowList = { kind: 'tables', order: 'updated', search: sought };
  const { data, error, refetch } = useQuery({
    queryKey: [...listedBases, readable, sought],
    queryFn: async () => {
      const { flows } = await api.flows({ list });
      return flows.filter(({ type, role }) => type === 'base' && (readable || mayEditBase(role)));
    },
  });
  return (
    <div className="flex flex-col gap-3">
      <TextInput
        aria-label="Search databases"
        placeholder="Search databases"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {error !== null && data === undefined && (
        <Banner tone="danger">
          {errorText(error)} <Button onClick={() => void refetch()}>Try again</Button>
        </Banner>
      )}
      {error === null && data === undefined && <Skeleton className="h-26" />}
      {data?.length === 0 && (
        <p className="py-2 text-base text-text-muted">
          {sought === ''
            ? `There is no database yet that you may ${readable ? 'read' : 'write'}.`
            : 'No results found.'}
        </p>
      )}
      {data !== undefined && data.length > 0 && (
        <div
          role="radiogroup"
          aria-label="Databases"
          className="max-h-65 divide-y overflow-y-auto rounded-lg border"
        >
          {data.map((flow) => (
            <label
              key={flow.id}
              className={`flex h-12 items-center gap-3 px-4 ${flow.id === chosen ? 'bg-accent-tint' : 'hover:bg-row-hover'}`}
            >
              <Icon of={flowIcon(flow)} className="text-text-muted" />
              <span className="min-w-0 flex-1 truncate font-medium text-base">{flow.name}</span>
              <input
                type="radio"
                name="database"
                className="size-4 accent-accent"
                checked={flow.id === chosen}
                onChange={() => onChoose(flow.id)}
              />
            </label>
          ))}
        </div>
      )}
    </div>
  );
}
