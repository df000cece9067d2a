import { useQuery } from '@tanstack/react-query';
import { Chip, cx, Icon, lightKinds, SegmentedControl, Skeleton } from '@weft/ui';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../error-text.ts';
import { RetryBanner } from '../../shell/RetryBanner.tsx';
import { type TemplateTable, templateQuery } from './template-queries.ts';

type Cell = TemplateTable['records'][number][number];

function Content({ text, options, checked }: Cell) {
  if (options !== undefined)
    return (
      <span className="flex gap-1 overflow-hidden">
        {options.map(({ label, color }) => (
          <Chip key={label} color={color}>
            {label}
          </Chip>
        ))}
      </span>
    );
  if (checked === true)
    return (
      <>
        <Icon of={Check} size={14} className="mx-auto text-success-text" />
        <span className="sr-only">Yes</span>
      </>
    );
  return text;
}

function SampleGrid({ table }: { readonly table: TemplateTable }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it.
      tabIndex={0}
      aria-label={`${table.name}, scrolls sideways`}
      className="w-fit max-w-full overflow-x-auto rounded-lg border"
    >
      <table aria-label={table.name} className="border-separate border-spacing-0">
        <thead>
          <tr className="h-8 bg-sunken">
            {table.fields.map(({ name, type }) => (
              <th
                key={name}
                scope="col"
                className="h-8 whitespace-nowrap border-line-subtle border-r px-2 py-0 text-start font-medium text-small text-text-muted"
              >
                <span className="flex items-center gap-1.5">
                  <Icon of={lightKinds[type].icon} size={14} className="text-text-subtle" />
                  {name}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.records.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sample rows have no other name and never move.
            <tr key={row} className="h-8">
              {table.fields.map(({ name, type }, at) => {
                const cell = cells[at];
                return (
                  <td
                    key={name}
                    className={cx(
                      'h-8 max-w-60 overflow-hidden text-ellipsis whitespace-nowrap border-line-subtle border-t border-r px-2 py-0 text-base',
                      lightKinds[type].isEndAligned && 'text-end tabular-nums',
                      at === 0 && 'font-medium',
                    )}
                  >
                    {cell !== undefined && <Content {...cell} />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What a database of a template holds: its tables one at a time, with the sample records. */
export function TemplatePreview({ name }: { readonly name: string }) {
  const { data, error, refetch } = useQuery(templateQuery(name));
  const [chosen, setChosen] = useState<string | null>(null);
  if (data === undefined)
    return error === null ? (
      <Skeleton className="h-64 rounded-lg" />
    ) : (
      <RetryBanner tone="danger" onRetry={() => void refetch()}>
        {errorText(error)}
      </RetryBanner>
    );
  const table = data.tables.find((one) => one.name === chosen) ?? data.tables[0];
  if (table === undefined) return null;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-base text-text-muted">{data.about}</p>
      <div className="max-w-full overflow-x-auto">
        <SegmentedControl
          label="Table"
          value={table.name}
          segments={data.tables.map((one) => ({ value: one.name, label: one.name }))}
          onChange={setChosen}
        />
      </div>
      <SampleGrid table={table} />
      <p className="text-small text-text-subtle">
        {table.records.length} sample records
        {table.views.length > 0 && `. Views: ${table.views.join('; ')}`}
      </p>
    </div>
  );
}
