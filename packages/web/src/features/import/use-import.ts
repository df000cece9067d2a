import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type ImportHandlers, ImportRunner } from './import-runner.ts';
import type { ImportMove, ImportState } from './import-states.ts';

const leaveWarning = 'Are you sure you want to leave? Your progress may be lost.';

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

  const running = state.at === 'importing';
  useEffect(() => {
    if (!running) return;
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      // Browsers that still show a text of the page show this one.
      event.returnValue = leaveWarning;
    };
    const leave = () => runner.move({ type: 'reset' });
    window.addEventListener('beforeunload', warn);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('beforeunload', warn);
      window.removeEventListener('pagehide', leave);
    };
  }, [running, runner]);

  return { state, move: runner.move, isRunning: () => runner.getState().at === 'importing' };
}
