import type { ImportPreview } from '@weft/protocol';
import { Banner } from '@weft/ui';
import { countOf } from './counts.ts';

/** Problems named here; the report of the import names them all. */
const named = 5;

/** Rows that cannot be imported, by line. */
export function RejectedRows({ preview }: { readonly preview: ImportPreview }) {
  const { rowsRejected, problems } = preview;
  const rest = rowsRejected - Math.min(named, problems.length);
  return (
    <Banner tone="warning">
      <p className="font-semibold">{countOf(rowsRejected, 'row')} cannot be imported:</p>
      <ul>
        {problems.slice(0, named).map(({ line, reason }) => (
          <li key={line}>
            Line {line.toLocaleString()}: {reason}
          </li>
        ))}
        {rest > 0 && <li>and {rest.toLocaleString()} more, all listed in the report after the import</li>}
      </ul>
    </Banner>
  );
}
