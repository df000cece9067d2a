import { useNavigate, useSearch } from '@tanstack/react-router';
import { sentAt, toldField, toldOfPerson } from '@weft/apps';
import { Button, EmptyState } from '@weft/ui';
import { Workflow } from 'lucide-react';
import { useMemo } from 'react';
import { paths } from '../../../paths.ts';
import type { IntegrationHost } from '../../forms/third-party/host.ts';
import { IntegrationsFrame } from '../../forms/third-party/IntegrationsFrame.tsx';
import { type AppEditing, tableNamed } from '../app-editing.ts';

interface AppIntegrationsProps {
  readonly editing: AppEditing;
  /** What the address shows: an integration, or one that is added. */
  readonly view: string | undefined;
}

const words = {
  ...{ host: 'app', answer: 'record', question: 'value' },
  when: 'A button or a form of the app runs it',
  asIs: 'As it is',
  every: 'For every record',
} as const;

/** The services that buttons and forms of an app hand records to, and what became of what they were handed. */
export function AppIntegrations({ editing, view }: AppIntegrationsProps) {
  const { connected, connectError, otherAccount } = useSearch({
    from: '/editor/zite/$flowId/{-$tab}/{-$part}',
  });
  const navigate = useNavigate();
  const { session, app, tables } = editing;
  const { flowId } = session;
  const host = useMemo((): IntegrationHost => {
    const users = tableNamed({ tables }, app.users?.tableId ?? null);
    const named = [app.users?.emailFieldId, app.users?.nameFieldId].filter((id) => id !== undefined);
    const common = [sentAt, ...(users === undefined ? [] : toldOfPerson(users, named))];
    return {
      ...{ flowId, title: app.title, words, hasForm: false },
      asked: (tableId) => [
        ...common,
        ...(tableNamed({ tables }, tableId ?? null)?.fields ?? []).map(toldField),
      ],
      address: (of) => paths.appEditor(flowId, `integrations/${encodeURIComponent(of)}`),
    };
  }, [flowId, app, tables]);
  const go = (next: string | null) =>
    void navigate({
      to: paths.appEditor(
        flowId,
        next === null ? 'integrations' : `integrations/${encodeURIComponent(next)}`,
      ),
    });
  return (
    <IntegrationsFrame {...{ host, view, connected, connectError, otherAccount }} hasTags={false} onGo={go}>
      <div className="flex flex-1 items-center justify-center p-8">
        <EmptyState
          icon={Workflow}
          title="What the app sends elsewhere"
          text="Connect a service here. A button that runs the integration, or a form that does when it is sent, then hands records over."
          action={<Button onClick={() => go('add')}>Add an integration</Button>}
        />
      </div>
    </IntegrationsFrame>
  );
}
