import { useQuery } from '@tanstack/react-query';
import { Icon, lightKinds, Skeleton } from '@weft/ui';
import { errorText } from '../../error-text.ts';
import { RetryBanner } from '../../shell/RetryBanner.tsx';
import { sheetsQuery, type TargetField } from './integration-queries.ts';
import { SheetList, shownColumns } from './SheetList.tsx';
import { missingTarget } from './service-words.ts';
import { likeOf } from './target-kinds.ts';
import { namedTarget, type StepChoiceProps } from './target-step.ts';

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
  return (
    <SheetList
      label={step.label}
      sheets={data.sheets.map(({ id, name, fields }) => ({
        ...{ id, name, columns: fields.length === 0 ? null : <ColumnNames columns={fields} /> },
      }))}
      chosen={chosen}
      onChoose={(id) => onChoose(id, namedTarget(data.sheets.find((sheet) => sheet.id === id)))}
      onReload={() => void refetch()}
    />
  );
}

interface ColumnNamesProps {
  readonly columns: readonly TargetField[];
}

function ColumnNames({ columns }: ColumnNamesProps) {
  return (
    <span className="mt-1.5 flex flex-wrap gap-1">
      {columns.slice(0, shownColumns).map((column) => (
        <span
          key={column.id}
          className="inline-flex h-5.5 max-w-40 items-center gap-1 rounded-sm bg-hover px-1.5 text-small text-text-muted"
        >
          <Icon of={lightKinds[likeOf(column)].icon} size={14} className="shrink-0" />
          <span className="truncate">{column.name}</span>
        </span>
      ))}
      {columns.length > shownColumns && (
        <span className="text-small text-text-muted">+{columns.length - shownColumns}</span>
      )}
    </span>
  );
}
