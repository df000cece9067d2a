import type { AppIntegration } from '@weft/apps';
import type { WriteConfig } from '@weft/integrations';
import type { AppsDeps } from './deps.ts';

/** The integrations of an app, as its document depends on them. */
export async function integrationsOf(
  { integrations }: Pick<AppsDeps, 'integrations'>,
  flowId: string,
): Promise<readonly AppIntegration[]> {
  return (await integrations.of(flowId)).map(({ id, service, config, enabled }) => ({
    ...{ id, name: service.name, enabled },
    tableId: (config as WriteConfig).tableId ?? null,
  }));
}
