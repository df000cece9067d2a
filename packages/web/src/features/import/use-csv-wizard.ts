import { useQuery } from '@tanstack/react-query';
import { telltaleBytes } from '@weft/imports';
import type { CallRequest } from '@weft/protocol';
import { toast } from '@weft/ui';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { errorText } from '../../error-text.ts';
import { meQuery } from '../../queries.ts';
import { rpc } from '../../rpc.ts';
import { uploadCsv } from '../../transfers.ts';
import { refuseContent, refuseFiles, uploadErrorText, usualMaxMb } from './csv-file.ts';
import { type ImportHandlers, type ImportRunSteps, useImportRun } from './use-import-run.ts';
import { emptyWizard, type Parse, type WizardAction, type WizardState, wizard } from './wizard-state.ts';

/** Rows shown of the file (specification 2, section 9: at most 50). */
const previewRows = 50;

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

export interface CsvWizardSteps extends Omit<ImportRunSteps, 'leave'> {
  readonly state: WizardState;
  readonly dispatch: (action: WizardAction) => void;
  /** The largest file this server takes. */
  readonly maxMb: number;
  readonly choose: (files: readonly File[]) => void;
  /** Looks the file through; `parse` says how to read it where the person knows better. */
  readonly review: (parse?: Partial<Parse>) => void;
  /** Everything from the start; what is under way is dropped. */
  readonly reset: () => void;
}

/** The wizard's doings: upload, preview, import. */
export function useCsvWizard(handlers: ImportHandlers): CsvWizardSteps {
  const [state, dispatch] = useReducer(wizard, emptyWizard);
  const transfer = useRef<AbortController | null>(null);
  const maxMb = useQuery(meQuery).data?.csvMaxMb ?? usualMaxMb;
  const run = useImportRun(state, dispatch, handlers);
  const { leave: leaveRun } = run;

  const leave = useCallback(() => {
    transfer.current?.abort();
    leaveRun();
  }, [leaveRun]);

  useEffect(() => leave, [leave]);

  const choose = (files: readonly File[]) => {
    transfer.current?.abort();
    const refusal = refuseFiles(files, maxMb);
    const [file] = files;
    if (refusal !== null || file === undefined) {
      dispatch({ type: 'refused', error: refusal?.text ?? 'Please select a valid CSV file' });
      if (refusal?.toast) toast(refusal.toast, { tone: 'error' });
      return;
    }
    const control = new AbortController();
    transfer.current = control;
    dispatch({ type: 'chosen', name: file.name, size: file.size });
    void send(file, control.signal);
  };

  const send = async (file: File, signal: AbortSignal) => {
    try {
      const no = refuseContent(new Uint8Array(await file.slice(0, telltaleBytes).arrayBuffer()));
      if (signal.aborted) return;
      if (no !== null) {
        dispatch({ type: 'refused', error: no });
        return void toast('Invalid CSV file', { tone: 'error' });
      }
      const upload = await uploadCsv(file, (share) => dispatch({ type: 'sending', share }), signal);
      if (!signal.aborted) dispatch({ type: 'uploaded', upload });
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      dispatch({ type: 'refused', error: uploadErrorText(error) });
      toast('CSV upload failed', { tone: 'error' });
    }
  };

  const review = (said: Partial<Parse> = {}) => {
    const { upload } = state;
    const parse = { ...state.parse, ...said };
    if (upload === null) return;
    // Another way of reading takes the place of the one that is under way.
    transfer.current?.abort();
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
        dispatch({ type: 'notRead', error: errorText(error, 'Failed to process CSV') });
        toast('Could not process file', { tone: 'error' });
      },
    );
  };

  const reset = () => {
    leave();
    dispatch({ type: 'reset' });
  };

  return { ...run, state, dispatch, maxMb, choose, review, reset };
}
