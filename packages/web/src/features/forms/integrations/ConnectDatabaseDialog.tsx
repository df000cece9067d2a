import type { Content } from '@weft/documents';
import { type DatabaseMapping, mappedByName, titleOf } from '@weft/forms';
import { paths } from '../../../paths.ts';
import { ChooseDatabaseDialog } from '../../connect-database/ChooseDatabaseDialog.tsx';
import type { ConnectStage } from '../../connect-database/stages.ts';
import { createAnswerBase } from './create-answer-base.ts';
import { mappableFields } from './mappable-fields.ts';
import type { Integrations } from './queries.ts';

/** A table of a database, with what goes into its fields. */
type Chosen = Pick<DatabaseMapping, 'basePublicIdentifier' | 'tableId' | 'nameMappings' | 'keyFieldId'>;

interface ConnectDatabaseDialogProps {
  readonly flowId: string;
  /** The connection that one just came back with from its sign-in. */
  readonly connected: string | null;
  /** What went wrong there. */
  readonly connectError: string | null;
  /** Where it begins. */
  readonly stage: ConnectStage;
  readonly content: Content;
  /** What can go into a table. */
  readonly fields: Integrations['fields'];
  readonly onClose: () => void;
  readonly onChosen: (chosen: Chosen) => void;
}

/** Chooses the table that answers go into. */
export function ConnectDatabaseDialog(props: ConnectDatabaseDialogProps) {
  const { flowId, content, fields, onChosen } = props;
  const asked = mappableFields(content, fields);
  return (
    <ChooseDatabaseDialog
      flowId={flowId}
      stage={props.stage}
      connected={props.connected}
      connectError={props.connectError}
      newText="Made for the answers of this form"
      made={{
        title: 'From this form',
        text: 'A table with a field for each question',
        make: async () => onChosen(await createAnswerBase(titleOf(content), asked)),
      }}
      returnTo={(source) => paths.continueImport('form', flowId, source)}
      onClose={props.onClose}
      onChosen={(basePublicIdentifier, table) => {
        if (table === null) return;
        onChosen({
          ...{ basePublicIdentifier, tableId: table.id, keyFieldId: null },
          nameMappings: mappedByName(asked, table),
        });
      }}
    />
  );
}
