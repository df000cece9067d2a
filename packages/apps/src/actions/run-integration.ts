import type { ActionType } from './action-type.ts';

export const runIntegration: ActionType = {
  label: 'Run an integration',
  settings: { integration: { kind: 'integration', label: 'Integration' } },
  needs: ['integration'],
  ofRecord: true,
  byServer: true,
};
