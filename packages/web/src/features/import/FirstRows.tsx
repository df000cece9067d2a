import type { FieldKind } from '@weft/core';
import { Icon, lightKinds } from '@weft/ui';
import { memo, useId } from 'react';

/** Characters of a cell that are shown. */
const shownCell = 200;

interface FirstRowsProps {
  /** What is imported: the field it goes into, and where it stands in the rows. */
  readonly columns: readonly { readonly name: string; readonly type: FieldKind; readonly at: number }[];
  readonly rows: readonly (readonly string[])[];
}

/** The first rows of what is added to a table, as they stand where they come from, under the fields they go into. */
export const FirstRows = memo(function FirstRows({ columns, rows }: FirstRowsProps) {
  const heading = useId();
  if (columns.length === 0 || rows.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2">
      <h3 id={heading} className="flex items-baseline gap-2 font-semibold text-body">
        Preview
        <span className="font-normal text-small text-text-muted">
          {rows.length === 1 ? 'First row' : `First ${rows.length} rows`}
        </span>
      </h3>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it.
        tabIndex={0}
        aria-label="Preview, scrolls sideways"
        className="w-fit max-w-full overflow-x-auto rounded-lg border"
      >
        <table aria-label="Preview" className="border-separate border-spacing-0">
          <thead>
            <tr className="h-8 bg-sunken">
              {columns.map(({ name, type, at }) => (
                <th
                  scope="col"
                  key={at}
                  className="max-w-60 min-w-24 border-line-subtle border-r px-2 py-0 text-start font-medium text-small text-text-muted last:border-r-0"
                >
                  <span className="flex items-center gap-1.5">
                    <Icon of={lightKinds[type].icon} size={14} className="shrink-0 text-text-subtle" />
                    <span className="truncate">{name}</span>
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: first rows have no other name and never move.
              <tr key={index} className="h-8">
                {columns.map(({ at }) => (
                  <td
                    key={at}
                    className="max-w-60 truncate border-line-subtle border-t border-r px-2 py-0 text-base last:border-r-0"
                  >
                    {(row[at] ?? '').slice(0, shownCell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
});
