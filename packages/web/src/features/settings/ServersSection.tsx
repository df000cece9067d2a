import { useQuery } from '@tanstack/react-query';
import { Icon } from '@weft/ui';
import { Server } from 'lucide-react';
import { SettingRow } from '../../shell/SettingRow.tsx';
import { serversQuery } from './account-calls.ts';
import { Listing } from './Listing.tsx';

const roleTexts: { readonly [role: string]: string } = {
  all: 'Answers people and does jobs',
  web: 'Answers people',
  worker: 'Does jobs',
};

/** The servers that work on the database, and what connections they may take of it, for the person who runs them. */
export function ServersSection() {
  const { data, error, refetch } = useQuery(serversQuery);
  return (
    <>
      {data !== undefined && data.limit !== null && (
        <SettingRow
          title="Connections to the database"
          hint="What all servers may take together, of what PostgreSQL gives."
        >
          <p className="text-base tabular-nums">{`${data.most} of ${data.limit}`}</p>
          {data.warning !== null && (
            <p className="wrap-anywhere text-base text-danger-text">{data.warning}</p>
          )}
        </SettingRow>
      )}
      <h2 className="mt-2 mb-3 font-semibold text-body">Running now</h2>
      <Listing
        label="Running now"
        items={data?.servers}
        error={error}
        onRetry={() => void refetch()}
        empty={{
          icon: Server,
          title: 'One server',
          text: 'The database is embedded in this server, and has room for no other.',
        }}
        keyOf={({ id }) => id}
        row={({ name, role, connections, pooled }) => (
          <>
            <Icon of={Server} size={20} className="text-text-subtle" />
            <p className="min-w-0 flex-1">
              <span className="wrap-anywhere block font-medium text-base">{name}</span>
              <span className="block text-small text-text-muted tabular-nums">
                {[
                  roleTexts[role] ?? role,
                  `up to ${connections} connections`,
                  ...(pooled > 0 ? [`${pooled} more through a pooler`] : []),
                ].join(' · ')}
              </span>
            </p>
          </>
        )}
      />
    </>
  );
}
