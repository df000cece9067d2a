import type { ImportPreview } from '@weft/protocol';
import { Banner } from '@weft/ui';
import { countOf } from './counts.ts';

/** Problems named here; the report of the import names them all. */
const named = 5;
/** Problems of a kind the server tells. */
const maxNamed = 100;

type Problems = ImportPreview['problems'];

function ProblemList({ title, problems, rest }: ProblemListProps) {
  return (
    <Banner tone="warning">
      <p className="font-semibold">{title}</p>
      <ul>
        {problems.slice(0, named).map(({ line, reason }) => (
          <li key={line}>
            Line {line.toLocaleString()}: {reason}.
          </li>
        ))}
        {rest !== null && <li>{rest}</li>}
      </ul>
    </Banner>
  );
}

interface ProblemListProps {
  readonly title: string;
  readonly problems: Problems;
  readonly rest: string | null;
}

/** Rows that cannot be imported, by line, and rows whose quotes may have been meant otherwise. */
export function RowProblems({ preview }: { readonly preview: ImportPreview }) {
  const { rowsRejected } = preview;
  const rejected = preview.problems.filter(({ kept }) => kept !== true);
  const kept = preview.problems.filter((problem) => problem.kept === true);
  const unnamed = rowsRejected - Math.min(named, rejected.length);
  const more = kept.length - named;
  return (
    <>
      {rowsRejected > 0 && (
        <ProblemList
          title={`${countOf(rowsRejected, 'row')} cannot be imported:`}
          problems={rejected}
          rest={
            unnamed > 0
              ? `and ${unnamed.toLocaleString()} more, all listed in the report after the import`
              : null
          }
        />
      )}
      {kept.length > 0 && (
        <ProblemList
          title="Quotes to look at. Every row below is imported; how quotes are read can be changed beside the file’s name:"
          problems={kept}
          rest={
            more > 0
              ? `and ${more.toLocaleString()}${kept.length >= maxNamed ? ' or more' : ''} others`
              : null
          }
        />
      )}
    </>
  );
}
