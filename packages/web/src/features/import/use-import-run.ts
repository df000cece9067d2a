import type { InterruptedImport } from '@weft/protocol';
import { AppError, must } from '@weft/std';
import { toast } from '@weft/ui';
import { type Dispatch, useCallback, useEffect, useRef } from 'react';
import { api } from '../../api.ts';
import { queryClient } from '../../queries.ts';
import { rpc } from '../../rpc.ts';
import { newId } from '../base/edits/ids.ts';
import { importFaultText } from './import-error.ts';
import { describeImport } from './import-input.ts';
import { followImport, type ImportOrder } from './import-stream.ts';
import { refreshLists, removeImport } from './interrupted-imports.ts';
import type { Interruption, WizardAction, WizardState } from './wizard-state.ts';

const leaveWarning = 'Are you sure you want to leave? Your progress may be lost.';
const stopped: Interruption = {
  why: 'The server stopped in the middle of the import, and nothing of it was kept.',
  next: 'Resume starts again from the uploaded file, with everything as you chose it.',
};
const away: Interruption = {
  why: 'The server cannot be reached. Please check your connection.',
  next: 'Resume goes on with the import, or starts it again from the uploaded file.',
};

interface Run {
  readonly importId: string;
  readonly stop: AbortController;
  /** Known once there is a base to import into. */
  order: ImportOrder | null;
  /** A colleague may be following it too: whoever leaves only stops looking, and the server cancels what nobody follows. */
  readonly shared: boolean;
}

export interface ImportHandlers {
  /** Where the new database goes; null: to Home. */
  readonly workspaceId: string | null;
  readonly onFinished: (basePublicId: string) => void;
  /** Nothing is left of a cancelled import. */
  readonly onCancelled: () => void;
}

export interface ImportRunSteps {
  readonly begin: () => void;
  readonly cancel: () => void;
  /** Starts the interrupted import again, or the one given. */
  readonly resume: (entry?: Pick<InterruptedImport, 'order'>) => void;
  /** Removes the interrupted import with what was made for it. */
  readonly remove: () => void;
  /** To what was imported. */
  readonly openBase: () => void;
  /** Cancels what is under way. */
  readonly leave: () => void;
  /** Whether an import is under way at this moment, not as of the last drawing. */
  readonly isRunning: () => boolean;
}

/** The import itself: begun, followed, cancelled, taken up again where it was interrupted. */
export function useImportRun(
  state: WizardState,
  dispatch: Dispatch<WizardAction>,
  handlers: ImportHandlers,
): ImportRunSteps {
  const run = useRef<Run | null>(null);
  /** The import that stands still. */
  const lost = useRef<ImportOrder | null>(null);
  /** Made by the first try of an import; a second try after a failure takes it again. */
  const base = useRef<string | null>(null);
  const finished = useRef<string | null>(null);
  const latest = useRef(handlers);
  latest.current = handlers;

  /** A base whose import failed and that nobody will try again holds nothing: it goes to the trash. */
  const dropBase = useCallback(() => {
    const id = base.current;
    base.current = null;
    if (id === null) return;
    void api.trashFlows([id], 'trash').then(
      () => queryClient.invalidateQueries({ queryKey: ['flows'] }),
      () => undefined,
    );
  }, []);

  const leave = useCallback(() => {
    const running = run.current;
    run.current = null;
    lost.current = null;
    if (running === null) return dropBase();
    base.current = null;
    if (running.shared) return running.stop.abort();
    void rpc
      .call('import.cancel', { importId: running.importId }, { keepalive: true })
      .catch(() => undefined)
      .finally(() => running.stop.abort());
  }, [dropBase]);

  /** It stands still with nothing kept: home offers it too, should the wizard be left. */
  const interrupt = (order: ImportOrder, interruption: Interruption) => {
    run.current = null;
    base.current = null;
    lost.current = order;
    dispatch({ type: 'interrupted', interruption });
    refreshLists();
  };

  async function describe(running: Run): Promise<ImportOrder> {
    const described = describeImport(state);
    if (described === null) throw new AppError('invalid', 'Failed to start import');
    base.current ??= (
      await api.createBase(described.config.tableName, latest.current.workspaceId)
    ).basePublicIdentifier;
    if (running.stop.signal.aborted) {
      dropBase();
      running.stop.signal.throwIfAborted();
    }
    return {
      importId: running.importId,
      basePublicId: must(base.current, 'the base of the import'),
      ...described,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      baseMadeForImport: true,
    };
  }

  const follow = (order: ImportOrder, running: Run): Promise<void> =>
    followImport(
      rpc,
      order,
      (event) => {
        if (run.current !== running) return;
        if (event.type === 'error' && event.interrupted === true) return interrupt(order, stopped);
        // An end like a refusal: both lead back to the schema.
        if (event.type === 'error') throw new AppError('invalid', event.message);
        dispatch({ type: 'heard', event });
        if (event.type !== 'finished' && event.type !== 'cancelled') return;
        run.current = null;
        base.current = null;
        refreshLists();
        if (event.type === 'cancelled') return latest.current.onCancelled();
        finished.current = order.basePublicId;
        toast('Import successful');
        const clean = event.rowsRejected === 0 && event.valuesNotConverted === 0;
        if (clean) latest.current.onFinished(order.basePublicId);
      },
      running.stop.signal,
    );

  const start = (importId: string, shared: boolean, go: (running: Run) => Promise<void>) => {
    const running: Run = { importId, stop: new AbortController(), order: null, shared };
    run.current = running;
    go(running).catch((error: unknown) => {
      if (run.current !== running) return;
      const isAway = error instanceof AppError && error.kind === 'unavailable';
      if (isAway && running.order !== null) return interrupt(running.order, away);
      run.current = null;
      if (state.preview === null) return failAtHome(error);
      dispatch({ type: 'failed', error: importFaultText(error) });
    });
  };

  /** A resumed import has no schema to go back to. */
  const failAtHome = (error: unknown) => {
    toast(importFaultText(error), { tone: 'error' });
    refreshLists();
    latest.current.onCancelled();
  };

  const begin = () => {
    if (run.current !== null) return;
    dispatch({ type: 'began' });
    start(newId('imp'), false, async (running) => {
      running.order = await describe(running);
      await follow(running.order, running);
    });
  };

  const resume = (entry?: Pick<InterruptedImport, 'order'>) => {
    const order = entry?.order ?? lost.current;
    if (order === null || run.current !== null) return;
    lost.current = null;
    dispatch({ type: 'resumed', tableName: order.config.tableName });
    start(order.importId, true, async (running) => {
      running.order = order;
      await rpc.call('import.resume', { importId: order.importId }).catch((error: unknown) => {
        // It never reached the server: following it begins it.
        if (!(error instanceof AppError && error.kind === 'not-found')) throw error;
      });
      await follow(order, running);
    });
  };

  const remove = () => {
    const order = lost.current;
    if (order === null || state.cancelling) return;
    dispatch({ type: 'cancelling' });
    removeImport(order.importId).then(
      () => {
        lost.current = null;
        latest.current.onCancelled();
      },
      (error: unknown) => {
        // It never reached the server: the base is all there is.
        if (!(error instanceof AppError && error.kind === 'not-found'))
          return dispatch({ type: 'interrupted', interruption: { ...away, why: importFaultText(error) } });
        base.current = order.basePublicId;
        dropBase();
        latest.current.onCancelled();
      },
    );
  };

  const cancel = () => {
    const running = run.current;
    if (running === null) return;
    dispatch({ type: 'cancelling' });
    rpc.call('import.cancel', { importId: running.importId }).then(
      () => {
        if (run.current !== running) return;
        run.current = null;
        running.stop.abort();
        base.current = null;
        refreshLists();
        latest.current.onCancelled();
      },
      (error: unknown) => {
        if (run.current !== running) return;
        // Not begun yet: the base is being made. Closing the stream leaves nothing to cancel.
        if (error instanceof AppError && error.kind === 'not-found') {
          run.current = null;
          running.stop.abort();
          dropBase();
          return latest.current.onCancelled();
        }
        // Complete meanwhile: its end is on the way. Otherwise the import goes on.
        dispatch({ type: 'asked', asking: false });
        if (!(error instanceof AppError && error.kind === 'conflict'))
          toast(importFaultText(error), { tone: 'error' });
      },
    );
  };

  const openBase = () => {
    if (finished.current !== null) latest.current.onFinished(finished.current);
  };

  useEffect(() => {
    if (state.step !== 'importing' || state.interrupted !== null) return;
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      // Browsers that still show a text of the page show this one.
      event.returnValue = leaveWarning;
    };
    window.addEventListener('beforeunload', warn);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('beforeunload', warn);
      window.removeEventListener('pagehide', leave);
    };
  }, [state.step, state.interrupted, leave]);

  const isRunning = () => run.current !== null;

  return { begin, cancel, resume, remove, openBase, leave, isRunning };
}
