import { useQuery } from '@tanstack/react-query';
import { cx, Icon, Skeleton } from '@weft/ui';
import { TriangleAlert } from 'lucide-react';
import { errorText } from '../../error-text.ts';
import { sheetsQuery } from './integration-queries.ts';
import { RetryBanner } from './RetryBanner.tsx';
import { missingTarget } from './service-words.ts';
import type { StepChoiceProps } from './target-step.ts';

const shownColumns = 12;

/** The sheets of a spreadsheet with their columns; one without a header row cannot be written to. */
export function SheetChoice({ entry, serviceId, step, before, chosen, onChoose }: StepChoiceProps) {
  const { data, error, refetch } = useQuery(sheetsQuery(serviceId, entry.type, before.spreadsheetId ?? ''));
  const failure = error === null ? data?.error : errorText(error);
  // The step above says it, beside the way to reconnect.
  if (failure === missingTarget(entry.type, step.label)) return null;
  if (failure != null)
    return (
      <RetryBanner tone="danger" onRetry={() => void refetch()}>
        {failure}
      </RetryBanner>
    );
  if (data === undefined) return <Skeleton className="h-30" />;
  if (data.sheets.every(({ fields }) => fields.length === 0))
    return (
      <RetryBanner tone="warning" onRetry={() => void refetch()}>
        <span className="font-medium">No compatible sheets found</span>. A spreadsheet needs at least one
        header row.
      </RetryBanner>
    );
  return (
    <div role="radiogroup" aria-label={step.label} className="divide-y overflow-hidden rounded-lg border">
      {data.sheets.map(({ id, name, fields }) => {
        const off = fields.length === 0;
        return (
          <label
            key={id}
            className={cx(
              'flex items-start gap-3 px-4 py-3',
              id === chosen ? 'bg-accent-tint' : !off && 'hover:bg-row-hover',
            )}
          >
            <input
              type="radio"
              name="sheet"
              className="mt-0.5 size-4 shrink-0 accent-accent"
              disabled={off}
              checked={id === chosen}
              onChange={() => onChoose(id)}
            />
            <span className="min-w-0 flex-1">
              <span className={cx('block truncate font-medium text-base', off && 'text-text-muted')}>
                {name}
              </span>
              {off ? (
                <span className="flex items-center gap-1 text-small text-warning-text">
                  <Icon of={TriangleAlert} size={14} /> No header row, so it can’t be used
                </span>
              ) : (
                <span className="mt-1.5 flex flex-wrap gap-1">
                  {fields.slice(0, shownColumns).map((field) => (
                    <span
                      key={field.id}
                      className="inline-flex h-5.5 max-w-40 items-center truncate rounded-sm bg-hover px-1.5 text-small text-text-muted"
                    >
                      {field.name}
                    </span>
                  ))}
                  {fields.length > shownColumns && (
                    <span className="text-small text-text-muted">+{fields.length - shownColumns}</span>
                  )}
                </span>
              )}
            </span>
          </label>
        );
      })}
    </div>
  );
}
