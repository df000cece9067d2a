import { toast } from '@weft/ui';
import { useState } from 'react';
import { errorText } from '../error-text.ts';

export interface SubmissionOptions {
  /** How a refusal is said in words. */
  readonly textOf?: (refused: unknown) => string;
  /** A toast says the refusal; else it stands in `error`. */
  readonly toasts?: boolean;
  /** What was asked for leads to another page: busy until it is there, so that a double click asks once. */
  readonly leaves?: boolean;
}

/** What a button asks a server for, once at a time: whether it is under way, and why it was refused last. */
export function useSubmission({
  textOf = errorText,
  toasts = false,
  leaves = false,
}: SubmissionOptions = {}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = async (work: () => Promise<unknown>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await work();
      if (!leaves) setBusy(false);
    } catch (refused) {
      setBusy(false);
      if (toasts) toast(textOf(refused), { tone: 'error' });
      else setError(textOf(refused));
    }
  };
  return { busy, error, setError, submit };
}
