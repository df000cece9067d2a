import type { ImportPreview } from '@weft/protocol';
import { Banner, Button } from '@weft/ui';

/** Rows named here; more are counted. */
const named = 3;

export interface LeadRowsProps {
  readonly preview: ImportPreview;
  readonly busy: boolean;
  readonly onKeep: () => void;
}

/** What stands above the names, as banks write it, is no part of the table: it is said, and can be had. */
export function LeadRows({ preview, busy, onKeep }: LeadRowsProps) {
  const count = preview.parse.leadRows;
  if (count === 0) return null;
  const shown = preview.leadData.slice(0, named).map((row) => row.filter((cell) => cell.trim() !== ''));
  return (
    <Banner
      tone="info"
      action={
        <Button size="sm" disabled={busy} onClick={onKeep}>
          {count === 1 ? 'Keep it' : 'Keep them'}
        </Button>
      }
    >
      <p>
        {count === 1 ? '1 row above the header is left out.' : `${count} rows above the header are left out.`}
      </p>
      <ul>
        {shown.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name, and do not move.
          <li key={place} className="truncate">
            {row.join(' · ')}
          </li>
        ))}
        {count > shown.length && <li>and {(count - shown.length).toLocaleString()} more</li>}
      </ul>
    </Banner>
  );
}
