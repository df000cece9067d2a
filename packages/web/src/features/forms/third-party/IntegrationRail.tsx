import { Link } from '@tanstack/react-router';
import { cx, Icon, IconButton, Switch } from '@weft/ui';
import { CircleAlert, Plus, Table2 } from 'lucide-react';
import { paths } from '../../../paths.ts';
import { rpc } from '../../../rpc.ts';
import type { CatalogueEntry } from '../../integrations/integration-queries.ts';
import { ServiceTile } from '../../integrations/ServiceTile.tsx';
import { targetNameOf } from '../../integrations/target-step.ts';
import { useAct } from '../integrations/use-act.ts';
import { useHost } from './host.ts';
import { type Integration, type OnlyRead, thirdPartyKey } from './queries.ts';

interface IntegrationRailProps {
  readonly integrations: readonly Integration[];
  /** What choices of questions are read from, and nothing is written to. */
  readonly onlyRead: readonly OnlyRead[];
  /** What is shown: 'ours', an integration's id, or something that is added. */
  readonly current: string;
  readonly labelOf: (serviceType: string) => string;
  /** What the tile of one that was declared without code looks like. */
  readonly customOf: (serviceType: string) => CatalogueEntry['custom'];
  readonly onGo: (view: string | null) => void;
}

const row = (on: boolean) =>
  cx('flex min-h-12 items-center gap-2.5 rounded-md px-2.5', on ? 'bg-pressed' : 'hover:bg-hover');

/** The services that a form writes to. */
export function IntegrationRail(props: IntegrationRailProps) {
  const { flowId, hasForm } = useHost();
  const { integrations, onlyRead, current, labelOf, customOf, onGo } = props;
  const act = useAct(thirdPartyKey(flowId));
  return (
    <nav
      aria-label="Integrations"
      className="w-62 shrink-0 overflow-y-auto border-e bg-canvas p-3 max-[1100px]:w-50"
    >
      <div className="mb-1 flex items-center ps-2.5">
        <h2 className="flex-1 font-medium text-small text-text-muted">Integrations</h2>
        <IconButton plain size="sm" icon={Plus} label="Add an integration" onClick={() => onGo('add')} />
      </div>
      <ul className="flex flex-col gap-0.5">
        <li className={row(current === 'ours')}>
          <ServiceTile label="Weft" icon={Table2} size={28} />
          <button
            type="button"
            className="min-w-0 flex-1 truncate py-2.5 text-start font-medium text-base"
            aria-current={current === 'ours' ? 'page' : undefined}
            onClick={() => onGo(null)}
          >
            {hasForm ? 'Database and webhooks' : 'Overview'}
          </button>
        </li>
        {integrations.map(
          ({ id, serviceName, serviceType, accountLabel, enabled, failed, state, writeQuery }) => (
            <li key={id} className={row(current === id)}>
              <ServiceTile label={labelOf(serviceType)} custom={customOf(serviceType)} size={28} />
              <button
                type="button"
                className="min-w-0 flex-1 py-1.5 text-start"
                aria-current={current === id ? 'page' : undefined}
                onClick={() => onGo(id)}
              >
                <span className="block truncate font-medium text-base">{serviceName}</span>
                <span className="block truncate text-small text-text-muted">
                  {failed > 0 || state !== 'ok' ? (
                    <span className="inline-flex items-center gap-1 text-danger-text">
                      <Icon of={CircleAlert} size={14} />
                      {state === 'reconnect' ? 'Reconnect' : failed > 0 ? `${failed} failed` : 'Failing'}
                    </span>
                  ) : (
                    (targetNameOf(writeQuery.config.settings) ?? accountLabel ?? labelOf(serviceType))
                  )}
                </span>
              </button>
              <Switch
                label={<span className="sr-only">{serviceName} is on</span>}
                checked={enabled}
                onChange={(on) =>
                  void act(() => rpc.call('integrations.update', { flowId, integrationId: id, enabled: on }))
                }
              />
            </li>
          ),
        )}
      </ul>
      {onlyRead.length > 0 && (
        <>
          <h2 className="mt-4 mb-1 ps-2.5 font-medium text-small text-text-muted">Choices come from</h2>
          <ul className="flex flex-col gap-0.5">
            {onlyRead.map(({ serviceId, serviceType, serviceName, state, readQueries }) => (
              <li key={serviceId} className="flex min-h-12 items-center gap-2.5 px-2.5">
                <ServiceTile label={labelOf(serviceType)} custom={customOf(serviceType)} size={28} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium text-base">
                    {serviceName ?? labelOf(serviceType)}
                  </span>
                  {state === 'reconnect' ? (
                    <Link
                      to={paths.editConnection(serviceId)}
                      className="text-danger-text text-small underline"
                    >
                      Reconnect
                    </Link>
                  ) : (
                    <span className="block truncate text-small text-text-muted">
                      {readQueries.map(({ config }) => config.field.name).join(', ')}
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </nav>
  );
}
