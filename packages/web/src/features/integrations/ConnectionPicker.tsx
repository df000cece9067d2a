import { Link } from '@tanstack/react-router';
import { Banner, Button, Icon } from '@weft/ui';
import { Plus } from 'lucide-react';
import { paths } from '../../paths.ts';
import { ConnectionState } from './ConnectionState.tsx';
import { ConnectionUse } from './ConnectionUse.tsx';
import type { Connection, ListedConnection } from './integration-queries.ts';
import { asSentence, reconnectWord } from './service-words.ts';

interface ConnectionPickerProps {
  /** Those of one service. */
  readonly connections: readonly ListedConnection[];
  readonly chosen: Connection | undefined;
  readonly onChoose: (serviceId: string) => void;
  readonly onAnother: () => void;
}

/** Which account of a service is used. */
export function ConnectionPicker({ connections, chosen, onChoose, onAnother }: ConnectionPickerProps) {
  return (
    <div className="flex flex-col gap-2">
      <div role="radiogroup" aria-label="Connection" className="divide-y overflow-hidden rounded-lg border">
        {connections.map((connection) => (
          <label
            key={connection.id}
            className={`flex min-h-12 items-center gap-3 px-4 py-1.5 ${connection.id === chosen?.id ? 'bg-accent-tint' : 'hover:bg-row-hover'}`}
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium text-base">{connection.name}</span>
              {connection.accountLabel !== null && (
                <span className="block truncate text-small text-text-muted">{connection.accountLabel}</span>
              )}
              <span className="block text-small text-text-subtle">
                <ConnectionUse createdAt={connection.createdAt} usedBy={connection.usedBy} />
              </span>
            </span>
            <ConnectionState connection={connection} />
            <input
              type="radio"
              name="connection"
              className="size-4 accent-accent"
              checked={connection.id === chosen?.id}
              onChange={() => onChoose(connection.id)}
            />
          </label>
        ))}
      </div>
      {chosen?.state === 'reconnect' && (
        <Banner tone="warning">
          {asSentence(chosen.lastError ?? 'Nobody has signed in yet')} Nothing is lost: answers wait.{' '}
          <Link to={paths.editConnection(chosen.id)} className="font-medium underline">
            {reconnectWord(chosen)}
          </Link>
        </Banner>
      )}
      <Button variant="quiet" className="self-start" onClick={onAnother}>
        <Icon of={Plus} size={14} /> Connect another account
      </Button>
    </div>
  );
}
