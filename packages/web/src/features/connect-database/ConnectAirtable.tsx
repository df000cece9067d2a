import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AirtableSelection, nothingChosen, type Selection } from '../import/airtable/AirtableSelection.tsx';
import { airtableBaseName } from '../import/airtable/airtable-queries.ts';
import { ConnectElsewhere, type ConnectElsewhereProps } from './ConnectElsewhere.tsx';
import { type ChosenUsers, UsersOfBase } from './UsersOfBase.tsx';

/** Connects a base of Airtable that an app shows: its records stay there. */
export function ConnectAirtable({ returnTo, connected, ...step }: ConnectElsewhereProps) {
  const [selection, setSelection] = useState<Selection>({ ...nothingChosen, serviceId: connected ?? '' });
  const [users, setUsers] = useState<ChosenUsers | null>(null);
  const cache = useQueryClient();
  const { serviceId, baseId } = selection;
  const isChosen = serviceId !== '' && baseId !== '';
  const config = {
    baseId,
    ...(users !== null && { usersTableId: users.tableId, usersEmailFieldId: users.emailFieldId }),
  };
  return (
    <ConnectElsewhere
      {...step}
      label="Airtable"
      chosen={isChosen && users?.emailFieldId !== '' ? { service: 'airtable', serviceId, config } : null}
      nameOf={() => airtableBaseName(cache, serviceId, baseId)}
    >
      <p className="text-base text-text-muted">
        Records stay in Airtable. The app reads them, follows what changes there, and writes to Airtable what
        its people write.
      </p>
      <AirtableSelection
        {...{ selection, returnTo }}
        onChange={(next) => {
          setSelection(next);
          setUsers(null);
        }}
        choosesTable={false}
        wholeBase
        workspaceId={null}
      />
      {isChosen && <UsersOfBase key={baseId} {...{ serviceId, baseId, users }} onChange={setUsers} />}
    </ConnectElsewhere>
  );
}
