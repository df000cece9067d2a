import type { CallRequest } from '@weft/protocol';
import { AppError } from '@weft/std';
import { toast } from '@weft/ui';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { api, uploadCsv } from '../../api.ts';
import { queryClient } from '../../queries.ts';
import { rpc } from '../../rpc.ts';
import { newId } from '../base/ids.ts';
import { refuseFiles, uploadErrorText } from './csv-file.ts';
import { importFaultText } from './import-error.ts';
import { describeImport } from './import-input.ts';
import { followImport } from './import-stream.ts';
import { emptyWizard, type Parse, type WizardAction, type WizardState, wizard } from './wizard-state.ts';

/** Rows shown of the file (specification 2, section 9: at most 50). */
const previewRows = 50;

const leaveWarning = 'Are you sure you want to leave? Your progress may be lost.';

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

interface Run {
  readonly importId: string;
  readonly stop: AbortController;
}

export interface CsvWizardSteps {
  readonly state: WizardState;
  readonly dispatch: (action: WizardAction) => void;
  readonly choose: (files: readonly File[]) => void;
  /** Looks the file through; `parse` says how to read it where the person knows better. */
  readonly review: (parse?: Partial<Parse>) => void;
  readonly begin: () => void;
  readonly cancel: () => void;
  /** To what was imported. */
  readonly openBase: () => void;
  /** Everything from the start; what is under way is dropped. */
  readonly reset: () => void;
}

/** The wizard's doings: upload, preview, import. `onCancelled` hears that nothing is left of a cancelled import. */
export function useCsvWizard(handlers: {
  readonly onFinished: (basePublicId: string) => void;
  readonly onCancelled: () => void;
}): CsvWizardSteps {
  const [state, dispatch] = useReducer(wizard, emptyWizard);
  const transfer = useRef<AbortController | null>(null);
  const run = useRef<Run | null>(null);
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
    transfer.current?.abort();
    const running = run.current;
    run.current = null;
    if (running === null) return dropBase();
    base.current = null;
    void rpc
      .call('import.cancel', { importId: running.importId }, { keepalive: true })
      .catch(() => undefined)
      .finally(() => running.stop.abort());
  }, [dropBase]);

  useEffect(() => leave, [leave]);

  const choose = (files: readonly File[]) => {
    transfer.current?.abort();
    const refusal = refuseFiles(files);
    const [file] = files;
    if (refusal !== null || file === undefined) {
      dispatch({ type: 'refused', error: refusal?.text ?? 'Please select a valid CSV file' });
      if (refusal?.toast) toast(refusal.toast, { tone: 'error' });
      return;
    }
    const control = new AbortController();
    transfer.current = control;
    dispatch({ type: 'chosen', name: file.name, size: file.size });
    const onProgress = (share: number) => dispatch({ type: 'sending', share });
    uploadCsv(file, onProgress, control.signal).then(
      (upload) => {
        if (!control.signal.aborted) dispatch({ type: 'uploaded', upload });
      },
      (error: unknown) => {
        if (isAbort(error) || control.signal.aborted) return;
        dispatch({ type: 'refused', error: uploadErrorText(error) });
        toast('CSV upload failed', { tone: 'error' });
      },
    );
  };

  const review = (said: Partial<Parse> = {}) => {
    const { upload } = state;
    const parse = { ...state.parse, ...said };
    if (upload === null || state.reading) return;
    const control = new AbortController();
    transfer.current = control;
    dispatch({ type: 'reading' });
    const input = {
      csvFileUrl: upload.url,
      tableName: state.tableName,
      previewRows,
      ...(Object.keys(parse).length === 0 ? {} : { parse }),
    } as CallRequest<'import.csvPreview'>;
    rpc.call('import.csvPreview', input, { signal: control.signal }).then(
      (preview) => {
        if (!control.signal.aborted) dispatch({ type: 'previewed', preview, parse });
      },
      (error: unknown) => {
        if (control.signal.aborted) return;
        const known = error instanceof AppError && error.kind !== 'internal';
        dispatch({ type: 'notRead', error: known ? error.message : 'Failed to process CSV' });
        toast('Could not process file', { tone: 'error' });
      },
    );
  };

  async function runImport(importId: string, stop: AbortController): Promise<void> {
    const described = describeImport(state);
    if (described === null) throw new AppError('invalid', 'Failed to start import');
    base.current ??= (await api.createBase(described.config.tableName)).basePublicIdentifier;
    const basePublicId = base.current;
    if (stop.signal.aborted) {
      dropBase();
      stop.signal.throwIfAborted();
    }
    const order = {
      importId,
      basePublicId,
      ...described,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      baseMadeForImport: true,
    };
    await followImport(
      rpc,
      order,
      (event) => {
        if (run.current?.importId !== importId) return;
        // An end like a refusal: both lead back to the schema.
        if (event.type === 'error') throw new AppError('invalid', event.message);
        dispatch({ type: 'heard', event });
        if (event.type !== 'finished' && event.type !== 'cancelled') return;
        run.current = null;
        base.current = null;
        void queryClient.invalidateQueries({ queryKey: ['flows'] });
        if (event.type === 'cancelled') return latest.current.onCancelled();
        finished.current = basePublicId;
        toast('Import successful');
        const clean = event.rowsRejected === 0 && event.valuesNotConverted === 0;
        if (clean) latest.current.onFinished(basePublicId);
      },
      stop.signal,
    );
  }

  const begin = () => {
    if (run.current !== null) return;
    const importId = newId('imp');
    const stop = new AbortController();
    run.current = { importId, stop };
    dispatch({ type: 'began' });
    runImport(importId, stop).catch((error: unknown) => {
      if (run.current?.importId !== importId) return;
      run.current = null;
      dispatch({ type: 'failed', error: importFaultText(error) });
    });
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
        void queryClient.invalidateQueries({ queryKey: ['flows'] });
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
    if (state.step !== 'importing') return;
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
  }, [state.step, leave]);

  const reset = () => {
    leave();
    dispatch({ type: 'reset' });
  };

  return { state, dispatch, choose, review, begin, cancel, openBase, reset };
}
