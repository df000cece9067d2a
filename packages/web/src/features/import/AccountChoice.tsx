import { Link } from '@tanstack/react-router';
import { Banner, FormField, Select } from '@weft/ui';
import { Plus } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { paths } from '../../paths.ts';
import type { Connection } from '../integrations/integration-queries.ts';

const another = 'another';

interface AccountChoiceProps {
  /** One at least. */
  readonly connections: readonly Connection[];
  readonly serviceId: string;
  readonly onChange: (serviceId: string) => void;
  readonly onConnectAnother: () => void;
  /** What is chosen of the account, while somebody is signed in. */
  readonly children: (connection: Connection) => ReactNode;
}

/** Chooses the account that is read: the first until one is chosen. */
export function AccountChoice(props: AccountChoiceProps) {
  const { connections, serviceId, onChange, onConnectAnother, children } = props;
  const [first] = connections;
  const chosen = connections.find(({ id }) => id === serviceId);
  useEffect(() => {
    if (first !== undefined && chosen === undefined) onChange(first.id);
  }, [first, chosen, onChange]);
  return (
    <>
      <FormField label="Account">
        {({ id }) => (
          <Select
            id={id}
            label="Account"
            value={serviceId}
            options={[
              ...connections.map((one) => ({
                ...{ value: one.id, label: one.name, hint: one.accountLabel ?? undefined },
              })),
              { value: another, label: 'Connect another account', icon: Plus },
            ]}
            onChange={(value) => (value === another ? onConnectAnother() : onChange(value))}
          />
        )}
      </FormField>
      {chosen?.state === 'reconnect' ? (
        <Banner
          tone="warning"
          action={
            <Link to={paths.editConnection(chosen.id)} className="font-medium text-small underline">
              Reconnect
            </Link>
          }
        >
          {chosen.lastError ?? 'Nobody is signed in.'}
        </Banner>
      ) : (
        chosen !== undefined && children(chosen)
      )}
    </>
  );
}
