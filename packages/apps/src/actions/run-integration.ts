import type { ActionType } from './action-type.ts';

/** Hands the record that is acted on to a connected service, as the integration is set up to. */
export const runIntegration: ActionType = {
  label: 'Run an integration',
  settings: { integration: { kind: 'integration', label: 'Integration' } },
  needs: ['integration'],
  byServer: true,
};
