import { useQueryClient } from '@tanstack/react-query';
import { toast } from '@weft/ui';
import { useState } from 'react';
import { setProp } from '../../../editor/set-prop.ts';
import { paths } from '../../../paths.ts';
import { ChooseDatabaseDialog } from '../../connect-database/ChooseDatabaseDialog.tsx';
import { ConnectAirtable } from '../../connect-database/ConnectAirtable.tsx';
import { ConnectSheets } from '../../connect-database/ConnectSheets.tsx';
import type { SourceUsers } from '../../connect-database/FirstRead.tsx';
import { type ConnectStage, continuedStages } from '../../connect-database/stages.ts';
import type { AppEditing } from '../app-editing.ts';
import { sourceOf } from '../app-queries.ts';
import { createBlankBase } from './create-blank-base.ts';

interface ConnectSourceProps {
  readonly editing: AppEditing;
  /** The service whose import goes on here after its sign-in. */
  readonly continued?: string | undefined;
  /** The connection that was made there. */
  readonly connected?: string | null;
  /** What went wrong there. */
  readonly connectError?: string | null;
  /** The base of the service stays there: it is connected, not imported. */
  readonly stays?: boolean;
  readonly onClose: () => void;
}

/** Chooses the database that the app shows: a new one, or one there is. */
export function ConnectSource(props: ConnectSourceProps) {
  const { editing, continued, connected, connectError, stays = false, onClose } = props;
  const [elsewhere, setElsewhere] = useState<'airtable' | 'googlesheets' | null>(
    stays ? (continued === 'googlesheets' ? 'googlesheets' : 'airtable') : null,
  );
  const { session } = editing;
  const { flowId } = session;
  const cache = useQueryClient();
  const known = sourceOf(editing.content);
  const stage: ConnectStage =
    (continued === undefined || stays ? undefined : continuedStages[continued]) ??
    (known === null ? 'initial' : 'unified_selection');
  const take = (baseId: string, users: SourceUsers = null) => {
    const { content } = session.getState();
    const source = { type: 'base', baseId };
    // People are records of a table of it: those of another database are not here.
    session.edit([
      ...setProp(content, null, 'source', source),
      ...(users !== null
        ? setProp(content, null, 'users', users)
        : known !== null && known !== baseId
          ? setProp(content, null, 'users', null)
          : []),
    ]);
    void cache.invalidateQueries({ queryKey: ['app-tables', flowId] });
    if (known !== null && known !== baseId)
      toast('Another database is connected', { action: { label: 'Undo', onSelect: session.undo } });
    onClose();
  };
  if (elsewhere !== null) {
    const Connect = elsewhere === 'airtable' ? ConnectAirtable : ConnectSheets;
    return (
      <Connect
        {...{ flowId, onClose }}
        connected={connected ?? null}
        connectError={connectError ?? null}
        returnTo={`${paths.continueImport('zite', flowId, elsewhere)}&stays=there`}
        onBack={() => setElsewhere(null)}
        onConnected={take}
      />
    );
  }
  return (
    <ChooseDatabaseDialog
      flowId={flowId}
      addAuthentication
      stage={stage}
      connected={connected ?? null}
      connectError={connectError ?? null}
      newText="Made for this app"
      made={{
        title: 'Blank database',
        text: 'A table with name, notes and active, and three records',
        make: async () => take(await createBlankBase()),
      }}
      returnTo={(source) => paths.continueImport('zite', flowId, source)}
      onClose={onClose}
      wanted="database"
      onChosen={(baseId) => take(baseId)}
      onConnectElsewhere={setElsewhere}
    />
  );
}
