import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type ImportHandlers, ImportRunner } from './import-runner.ts';
import type { ImportMove, ImportState } from './import-states.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

export interface ImportSteps {
  readonly state: ImportState;
  readonly move: (move: ImportMove) => void;
  /** Whether an import is under way at this moment, not as of the last drawing. */
  readonly isRunning: () => boolean;
}

/** The import of a wizard; it is left with the wizard, or with the page. */
export function useImport(handlers: ImportHandlers): ImportSteps {
  const latest = useRef(handlers);
  latest.current = handlers;
  const [runner] = useState(() => new ImportRunner(() => latest.current));
  const state = useSyncExternalStore(runner.subscribe, runner.getState);
  useEffect(() => () => runner.move({ type: 'reset' }), [runner]);

  useLeaveWarning(state.at === 'importing', () => runner.move({ type: 'reset' }));

  return { state, move: runner.move, isRunning: () => runner.getState().at === 'importing' };
}
