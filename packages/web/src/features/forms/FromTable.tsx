import { useQuery } from '@tanstack/react-query';
import { Banner, FormField, Select, Skeleton } from '@weft/ui';
import { useEffect } from 'react';
import { baseQuery, noMetadata } from '../connect-database/base-metadata.ts';
import { DatabaseList } from '../connect-database/DatabaseList.tsx';

/** A table that a form asks for; without `tableId` only its database is chosen by now. */
export interface ChosenTable {
  readonly basePublicIdentifier: string;
  readonly tableId: string | null;
  readonly name?: string | undefined;
}

interface FromTableProps {
  readonly chosen: ChosenTable | null;
  readonly onChoose: (chosen: ChosenTable) => void;
}

/** The table whose fields a new form asks for. */
export function FromTable({ chosen, onChoose }: FromTableProps) {
  const base = chosen?.basePublicIdentifier ?? '';
  const { data, isError } = useQuery({ ...baseQuery(base), enabled: base !== '' });
  const tables = data?.tables;
  const choose = (tableId: string) => {
    const name = tables?.find(({ id }) => id === tableId)?.name;
    onChoose({ basePublicIdentifier: base, tableId, name });
  };
  // There is nothing to choose between.
  const [only, second] = tables ?? [];
  const chosenByItself = second === undefined && chosen?.tableId === null ? only?.id : undefined;
  useEffect(() => {
    if (chosenByItself !== undefined) choose(chosenByItself);
  });
  return (
    <div className="flex max-w-130 flex-col gap-4">
      <DatabaseList
        chosen={chosen?.basePublicIdentifier ?? null}
        onChoose={(basePublicIdentifier) => onChoose({ basePublicIdentifier, tableId: null })}
      />
      {isError && <Banner tone="danger">{noMetadata}</Banner>}
      {base !== '' && data === undefined && !isError && <Skeleton className="h-16" />}
      {tables !== undefined && (
        <FormField label="Table" hint="Its answers go into this table, each as a record.">
          {({ id }) => (
            <Select
              id={id}
              label="Table"
              placeholder="Choose a table"
              value={chosen?.tableId ?? ''}
              options={tables.map((table) => ({ value: table.id, label: table.name }))}
              onChange={choose}
            />
          )}
        </FormField>
      )}
    </div>
  );
}
