import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ConfirmDialog, IconButton, Menu, Skeleton, toast } from '@weft/ui';
import { BellRing, CreditCard, Ellipsis, Pencil, RefreshCw, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../error-text.ts';
import { paths } from '../../paths.ts';
import { Moment } from '../../shell/Moment.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import { ConnectionState } from './ConnectionState.tsx';
import { deleteConnection, replayAll } from './integration-calls.ts';
import {
  type CatalogueEntry,
  type Connection,
  dependentsQuery,
  type ListedConnection,
} from './integration-queries.ts';
import { PaymentNotices } from './PaymentNotices.tsx';
import { PublishableKey } from './PublishableKey.tsx';
import { ServiceTile } from './ServiceTile.tsx';
import { formCount, reconnectWord } from './service-words.ts';

const notDeleted = 'Had trouble deleting that integration';

const accessWords: { readonly [A in Connection['access']]: string } = {
  owner: 'Used by its owner',
  organization: 'Used by everybody',
  workspace: 'Used in one workspace',
};

interface ConnectionListProps {
  readonly connections: readonly ListedConnection[];
  readonly labelOf: (serviceType: string) => string;
  readonly customOf: (serviceType: string) => CatalogueEntry['custom'];
}

/** The connections there are, with what can be done with each. */
export function ConnectionList({ connections, labelOf, customOf }: ConnectionListProps) {
  const [deleting, setDeleting] = useState<Connection | null>(null);
  return (
    <section>
      <h2 className="mb-3 font-semibold text-body">Your connections</h2>
      <ul aria-label="Your connections" className="divide-y overflow-hidden rounded-lg border">
        {connections.map((connection) => (
          <ConnectionRow
            key={connection.id}
            connection={connection}
            label={labelOf(connection.type)}
            custom={customOf(connection.type)}
            onDelete={() => setDeleting(connection)}
          />
        ))}
      </ul>
      {deleting !== null && <DeleteConnection connection={deleting} onClose={() => setDeleting(null)} />}
    </section>
  );
}

function ConnectionRow(props: {
  readonly connection: ListedConnection;
  readonly label: string;
  readonly custom: CatalogueEntry['custom'];
  readonly onDelete: () => void;
}) {
  const { connection, label, custom, onDelete } = props;
  const { id, name, state, accountLabel, lastUsedAt, lastError, access, mayEdit, ownerName } = connection;
  const navigate = useNavigate();
  const { submit } = useSubmission({ toasts: true });
  const [hears, setHears] = useState(false);
  const [takesCards, setTakesCards] = useState(false);
  const edit = () => void navigate({ to: paths.editConnection(id) });
  const again = () =>
    void submit(async () => {
      const count = await replayAll(id);
      toast(count === 0 ? 'Nothing waits to be sent again' : `${count} sent again`);
    });
  const off = mayEdit ? {} : { disabled: true, reason: `Only ${ownerName} and admins can change it.` };
  return (
    <li className="flex min-h-13 items-center gap-3 px-4 py-2 hover:bg-row-hover">
      <ServiceTile label={label} custom={custom} />
      <div className="min-w-0 flex-1">
        {mayEdit ? (
          <Link
            to={paths.editConnection(id)}
            className="block truncate font-medium text-base hover:underline"
          >
            {name}
          </Link>
        ) : (
          <p className="truncate font-medium text-base">{name}</p>
        )}
        <p className="truncate text-small text-text-muted">
          {[label, accountLabel].filter(Boolean).join(' · ')}
          <span className="max-md:hidden">
            {' · '}
            {accessWords[access]}
            {' · '}
            In {formCount(connection.usedBy)}
            {' · '}
            {lastUsedAt === null ? (
              'Never used'
            ) : (
              <>
                Used <Moment at={lastUsedAt} inside />
              </>
            )}
          </span>
        </p>
        {state !== 'ok' && lastError !== null && (
          <p className="truncate text-danger-text text-small" title={lastError}>
            {lastError}
          </p>
        )}
      </div>
      <ConnectionState connection={connection} />
      <Menu
        align="end"
        trigger={<IconButton plain icon={Ellipsis} label={`More for ${name}`} />}
        items={[
          { label: 'Edit', icon: Pencil, ...off, onSelect: edit },
          { label: reconnectWord(connection), icon: RefreshCw, ...off, onSelect: edit },
          { label: 'Send all failed again', icon: RotateCw, ...off, onSelect: again },
          ...(connection.type === 'stripe'
            ? [
                { label: 'Hear of payments at once', icon: BellRing, ...off, onSelect: () => setHears(true) },
                {
                  ...{ label: 'Take cards on your own pages', icon: CreditCard, ...off },
                  onSelect: () => setTakesCards(true),
                },
              ]
            : []),
          'separator',
          { label: 'Delete', icon: Trash2, danger: true, ...off, onSelect: onDelete },
        ]}
      />
      {hears && <PaymentNotices connection={connection} onClose={() => setHears(false)} />}
      {takesCards && <PublishableKey connection={connection} onClose={() => setTakesCards(false)} />}
    </li>
  );
}

function DeleteConnection(props: { readonly connection: Connection; readonly onClose: () => void }) {
  const { connection, onClose } = props;
  const { data, error } = useQuery(dependentsQuery(connection.id));
  const { busy, submit } = useSubmission({
    toasts: true,
    textOf: (refused) => `${notDeleted}. ${errorText(refused, 'Try again in a moment.')}`,
  });
  const count = data === undefined ? 0 : data.flows.length + data.others;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${connection.name}?`}
      confirmLabel={busy ? 'Deleting' : 'Delete connection'}
      danger
      loading={busy}
      onConfirm={() =>
        void submit(async () => {
          await deleteConnection(connection.id);
          onClose();
        })
      }
    >
      {data === undefined && error === null && <Skeleton className="mb-2 h-5" />}
      {data !== undefined && count === 0 && <p>No form uses it.</p>}
      {data !== undefined && count > 0 && (
        <>
          <p>
            {count === 1 ? 'One form stops' : `${count} forms stop`}{' '}
            {connection.type === 'stripe' ? 'being paid over it' : 'working with it'}:
          </p>
          <ul className="my-2 list-disc ps-5">
            {data.flows.map((flow) => (
              <li key={flow.id}>{flow.name}</li>
            ))}
            {data.others > 0 && (
              <li>{data.others === 1 ? 'One that you don’t see' : `${data.others} that you don’t see`}</li>
            )}
          </ul>
        </>
      )}
      <p className="mt-2">What was written stays where it is. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
