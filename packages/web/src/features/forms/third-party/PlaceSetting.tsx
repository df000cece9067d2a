import { SegmentedControl } from '@weft/ui';
import { useState } from 'react';
import type { Me } from '../../../api.ts';
import { SettingRow } from '../../../shell/SettingRow.tsx';
import type { CatalogueEntry, Connection, Target } from '../../integrations/integration-queries.ts';
import { NewTables } from '../../integrations/NewTables.tsx';
import { picksFiles } from '../../integrations/service-words.ts';
import { TargetSteps } from '../../integrations/TargetSteps.tsx';
import { useHost } from './host.ts';
import type { Question } from './queries.ts';

interface PlaceSettingProps {
  readonly entry: CatalogueEntry;
  readonly connection: Connection;
  readonly me: Me;
  /** Of the form or the app. */
  readonly title: string;
  readonly questions: readonly Question[];
  readonly settings: Target;
  /** It was made for the questions, whose columns are called as `named` says. */
  readonly onMade: (settings: Target, named: readonly Question[] | null) => void;
  readonly onChange: (settings: Target) => void;
  readonly onRetry: () => void;
}

/** What answers are written into: something that is there, or something that is made for them. */
export function PlaceSetting(props: PlaceSettingProps) {
  const { flowId, words } = useHost();
  const { entry, connection, me, title, questions, settings, onMade, onChange, onRetry } = props;
  const [makesNew, setMakesNew] = useState(false);
  return (
    <SettingRow title="Where" hint={`What the ${words.answer}s are written into.`}>
      {entry.creates !== null && (
        <div className="mb-4">
          <SegmentedControl
            label="Where"
            value={makesNew ? 'new' : 'existing'}
            segments={[
              // 'Create new sheet' stands beside 'Use existing sheet'.
              { value: 'existing', label: entry.creates.replace(/^Create new/, 'Use existing') },
              { value: 'new', label: entry.creates },
            ]}
            onChange={(value) => setMakesNew(value === 'new')}
          />
        </div>
      )}
      {makesNew ? (
        <NewTables
          key={connection.id}
          {...{ entry, flowId, questions, title }}
          serviceId={connection.id}
          organizationId={me.organization.id}
          onMade={(made, named) => {
            setMakesNew(false);
            onMade(made, named);
          }}
        />
      ) : (
        <TargetSteps
          entry={entry}
          serviceId={connection.id}
          picksFiles={picksFiles(entry, connection, me.user.id)}
          {...{ settings, onRetry, onChange }}
        />
      )}
    </SettingRow>
  );
}
