import { Badge, cx, Icon } from '@weft/ui';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { RetryBanner } from '../../shell/RetryBanner.tsx';

/** Names of columns that stand with a sheet. */
export const shownColumns = 12;

interface ListedSheet {
  readonly id: string;
  readonly name: string;
  readonly hidden?: boolean;
  /** What is shown of its columns; null: it has no header row, and cannot be used. */
  readonly columns: ReactNode;
}

interface SheetListProps {
  readonly label: string;
  readonly sheets: readonly ListedSheet[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  readonly onReload: () => void;
  readonly className?: string;
}

/** The sheets of a spreadsheet with their columns, of which one is chosen. */
export function SheetList(props: SheetListProps) {
  const { sheets, chosen } = props;
  if (sheets.every(({ columns }) => columns === null))
    return (
      <RetryBanner tone="warning" onRetry={props.onReload}>
        <span className="font-medium">No compatible sheets found</span>. A spreadsheet needs at least one
        header row.
      </RetryBanner>
    );
  return (
    <div
      role="radiogroup"
      aria-label={props.label}
      className={cx('divide-y rounded-lg border', props.className ?? 'overflow-hidden')}
    >
      {sheets.map(({ id, name, hidden = false, columns }) => {
        const off = columns === null;
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
              onChange={() => props.onChoose(id)}
            />
            <span className="min-w-0 flex-1">
              <span className="flex items-center gap-2">
                <span className={cx('truncate font-medium text-base', off && 'text-text-muted')}>{name}</span>
                {hidden && <Badge>Hidden</Badge>}
              </span>
              {off ? (
                <span className="flex items-center gap-1 text-small text-warning-text">
                  <Icon of={TriangleAlert} size={14} /> No header row, so it can’t be used
                </span>
              ) : (
                columns
              )}
            </span>
          </label>
        );
      })}
    </div>
  );
}
