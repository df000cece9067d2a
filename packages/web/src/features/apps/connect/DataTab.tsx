import { Link } from '@tanstack/react-router';
import type { Table } from '@weft/core';
import { Banner, Button, EmptyState, Icon, Skeleton } from '@weft/ui';
import { Database, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { paths } from '../../../paths.ts';
import { type AppEditing, tableNamed } from '../app-editing.ts';
import { sourceOf } from '../app-queries.ts';
import { RuleCard } from '../rules/RuleCard.tsx';
import { RulesDialog } from '../rules/RulesDialog.tsx';
import { ConnectSource } from './ConnectSource.tsx';
import { Freshness } from './Freshness.tsx';

interface DataTabProps {
  readonly editing: AppEditing;
  /** The database of the app; null: it is not read yet. */
  readonly source: { readonly baseId: string | null; readonly name: string | null } | null;
  /** Why it cannot be read. */
  readonly error: unknown;
}

/** The database that the app shows, and who may do what with each of its tables. */
export function DataTab({ editing, source, error }: DataTabProps) {
  const [connecting, setConnecting] = useState(false);
  const [ruled, setRuled] = useState<string | null>(null);
  const { tables } = editing;
  const table = tableNamed({ tables }, ruled);
  const baseId = source?.baseId ?? null;
  return (
    <div className="flex-1 overflow-y-auto px-8 py-8 max-sm:px-4">
      <div className="mx-auto max-w-180">
        {baseId === null && sourceOf(editing.content) !== null ? (
          error === null ? (
            <Skeleton className="h-40" />
          ) : (
            <Banner
              tone="warning"
              action={
                <Button size="sm" onClick={() => setConnecting(true)}>
                  Choose another
                </Button>
              }
            >
              <strong className="block font-semibold">Missing or unknown base</strong>
              {errorText(error)}. What the app shows of it is hidden.
            </Banner>
          )
        ) : baseId === null ? (
          <EmptyState
            icon={Database}
            title="No database yet"
            text="An app shows the records of one database: a new one, or one you have."
            action={<Button onClick={() => setConnecting(true)}>Connect database</Button>}
          />
        ) : (
          <>
            <div className="flex items-center gap-3 border-b pb-6">
              <span className="flex size-10 items-center justify-center rounded-lg bg-accent-tint text-accent-text">
                <Icon of={Database} size={20} />
              </span>
              <div className="min-w-0 flex-1">
                <h2 className="truncate font-semibold text-body">{source?.name}</h2>
                <p className="text-base text-text-muted">
                  {tables.length} {tables.length === 1 ? 'table' : 'tables'}. One database at a time.
                </p>
              </div>
              <Button onClick={() => setConnecting(true)}>Change database</Button>
              <Link
                to={paths.database(baseId)}
                className="flex h-(--w-control-md) items-center gap-1.5 rounded-md px-2 font-medium text-base text-text-muted hover:bg-hover hover:text-text"
              >
                <Icon of={ExternalLink} size={14} />
                Open
              </Link>
            </div>
            <Freshness {...{ baseId }} flowId={editing.session.flowId} />
            <h2 className="mt-6 mb-1 font-semibold text-body">Rules</h2>
            <p className="mb-4 text-base text-text-muted">
              Who sees and changes which records. The server checks them wherever records are asked for.
            </p>
            <ul className="flex flex-col gap-6">
              {tables.map((each) => (
                <li key={each.id}>
                  <h3 className="mb-2 font-medium text-base">
                    {each.name}
                    <span className="ms-2 font-normal text-small text-text-subtle">
                      {usedBy(editing, each)}
                    </span>
                  </h3>
                  <RuleCard {...{ editing, table: each }} onChange={() => setRuled(each.id)} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {table !== undefined && <RulesDialog {...{ editing, table }} onClose={() => setRuled(null)} />}
      {connecting && <ConnectSource editing={editing} onClose={() => setConnecting(false)} />}
    </div>
  );
}

/** 'Shown by 3 blocks'. */
function usedBy({ app }: AppEditing, { id }: Table): string {
  const blocks = [...app.blocks.values()].filter(({ settings }) => settings.table === id).length;
  if (id === app.users?.tableId) return 'The people who sign in';
  return blocks === 0 ? 'Not shown' : `Shown by ${blocks} ${blocks === 1 ? 'block' : 'blocks'}`;
}
