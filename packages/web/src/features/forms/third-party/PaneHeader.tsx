import { useQueries } from '@tanstack/react-query';
import { ConfirmDialog, IconButton, Menu, Switch } from '@weft/ui';
import { ArrowLeftRight, ChevronRight, Ellipsis, Trash2 } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { rpc } from '../../../rpc.ts';
import { type CatalogueEntry, choicesQuery, type Target } from '../../integrations/integration-queries.ts';
import { ServiceTile } from '../../integrations/ServiceTile.tsx';
import { purposeOf } from '../../integrations/service-words.ts';
import { withStep } from '../../integrations/target-step.ts';
import { useAct } from '../integrations/use-act.ts';
import { useHost } from './host.ts';
import { type Integration, thirdPartyKey } from './queries.ts';

interface PaneHeaderProps {
  readonly entry: CatalogueEntry;
  /** Null: a new one is connected. */
  readonly integration: Integration | null;
  /** What is written to; null: it is chosen below. */
  readonly place: ReactNode;
  readonly isMoving: boolean;
  readonly onMoving: (on: boolean) => void;
  readonly onRemove: () => void;
}

interface PaneTitleProps extends Pick<PaneHeaderProps, 'entry' | 'place'> {
  readonly title: string;
}

/** A service, and what becomes of answers there. */
export function PaneTitle({ entry, title, place }: PaneTitleProps) {
  const { words } = useHost();
  const isInPages = entry.use === 'page events';
  return (
    <>
      <ServiceTile label={entry.label} custom={entry.custom} size={40} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate font-semibold text-title">{title}</h2>
        <div className="text-base text-text-muted">
          {place ?? (isInPages ? purposeOf(entry) : `${purposeOf(entry)} for each ${words.answer}`)}
        </div>
      </div>
    </>
  );
}

/** Which service a form writes to, where in it, and whether it does. */
export function PaneHeader(props: PaneHeaderProps) {
  const { flowId } = useHost();
  const { entry, integration, place, isMoving, onMoving, onRemove } = props;
  const act = useAct(thirdPartyKey(flowId));
  const [removes, setRemoves] = useState(false);
  return (
    <header className="mb-6 flex items-center gap-3">
      <PaneTitle entry={entry} title={integration?.serviceName ?? entry.label} place={place} />
      {integration !== null && (
        <>
          <Switch
            label="On"
            checked={integration.enabled}
            onChange={(enabled) =>
              void act(() =>
                rpc.call('integrations.update', { flowId, integrationId: integration.id, enabled }),
              )
            }
          />
          <Menu
            align="end"
            trigger={<IconButton plain icon={Ellipsis} label={`More about ${integration.serviceName}`} />}
            items={[
              ...(place === null && !isMoving
                ? []
                : [
                    {
                      label: isMoving ? 'Keep account and place' : 'Change account or place',
                      icon: ArrowLeftRight,
                      onSelect: () => onMoving(!isMoving),
                    },
                  ]),
              { label: 'Disconnect', icon: Trash2, danger: true, onSelect: () => setRemoves(true) },
            ]}
          />
          <ConfirmDialog
            open={removes}
            onOpenChange={setRemoves}
            title={`Disconnect ${integration.serviceName}?`}
            confirmLabel="Disconnect"
            danger
            onConfirm={() => {
              setRemoves(false);
              onRemove();
            }}
          >
            <p>
              How it is matched and its runs are gone with it. What was written there stays, and so does the
              connection.
            </p>
          </ConfirmDialog>
        </>
      )}
    </header>
  );
}

interface TargetPathProps {
  readonly entry: CatalogueEntry;
  readonly serviceId: string;
  readonly settings: Target;
}

/** What is written to, from its first step to its last: ‘Guests › People’. */
export function TargetPath({ entry, serviceId, settings }: TargetPathProps) {
  const { words } = useHost();
  const steps = entry.targets.filter(
    ({ key, uploads }) => uploads === null && (settings[key] ?? '') !== '' && entry.custom === null,
  );
  const asked = useQueries({
    queries: steps.map(({ key }) => choicesQuery(serviceId, key, withStep(entry, settings, key, ''))),
  });
  const names = steps.flatMap(({ key }, place) => {
    const chosen = asked[place]?.data?.find(({ id }) => id === settings[key]);
    return chosen === undefined ? [] : [{ key, name: chosen.name }];
  });
  if (names.length === 0) return `${purposeOf(entry)} for each ${words.answer}`;
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-1">
      {names.map(({ key, name }, place) => (
        <Fragment key={key}>
          {place > 0 && <ChevronRight size={14} aria-hidden="true" className="rtl:-scale-x-100" />}
          <span className="min-w-0 truncate">{name}</span>
        </Fragment>
      ))}
    </p>
  );
}
