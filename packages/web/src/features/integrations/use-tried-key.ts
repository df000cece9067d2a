import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { useDebounced } from '../../shell/use-debounced.ts';
import type { ConfigValues } from './ConfigFields.tsx';

/** Milliseconds after the last key until the service is asked. */
const askingPause = 500;

/** THE list of services whose key is tried while it is typed, and not once it is saved. */
const tries: {
  readonly [type: string]: (
    values: ConfigValues,
  ) => Promise<{ readonly success: boolean; readonly error: string | null }>;
} = {
  jotform: ({ apiKey, regionUrl }) =>
    call('POST /jotform/ping', { body: { apiKey: String(apiKey), regionUrl: String(regionUrl) } }),
  surveyMonkey: ({ apiKey, regionUrl }) =>
    call('POST /v1/admin/services/surveyMonkey/surveys', {
      body: { apiKey: String(apiKey), regionUrl: String(regionUrl) },
    }),
};

/** Services whose key is taken out of its field once it was refused. */
const clears: readonly string[] = ['jotform'];

export type TriedKey =
  | { readonly at: 'none' | 'validating' | 'valid' }
  | { readonly at: 'invalid'; readonly why: string; readonly again: () => void };

/** Whether the key that is typed lets in, by the service itself; null: this one is not asked before it is saved. */
export function useTriedKey(
  type: string,
  values: ConfigValues,
  isFilled: boolean,
  onChange: (values: ConfigValues) => void,
): TriedKey | null {
  const ask = tries[type];
  const typed = JSON.stringify(values);
  const judged = useDebounced(typed, askingPause);
  const isAsked = ask !== undefined && isFilled && typeof values.apiKey === 'string' && values.apiKey !== '';
  /** What was refused and taken out, and why; the same can be asked for once more. */
  const [refused, setRefused] = useState<{ readonly values: ConfigValues; readonly why: string } | null>(
    null,
  );
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['tried-key', type, judged],
    enabled: isAsked && judged === typed,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: () => (ask === undefined ? { success: false, error: null } : ask(JSON.parse(judged))),
  });
  const isJudged = isAsked && judged === typed && !isFetching;
  const isRefused = isJudged && clears.includes(type) && data?.success === false && data.error !== null;
  useEffect(() => {
    if (!isRefused) return;
    setRefused({ values, why: data.error });
    onChange({ ...values, apiKey: '' });
  }, [isRefused, data, values, onChange]);
  useEffect(() => {
    if (isAsked) setRefused(null);
  }, [isAsked]);
  if (ask === undefined) return null;
  if (!isAsked)
    return refused !== null && (values.apiKey ?? '') === ''
      ? { at: 'invalid', why: refused.why, again: () => onChange(refused.values) }
      : { at: 'none' };
  if (!isJudged) return { at: 'validating' };
  if (data?.success === true) return { at: 'valid' };
  const why = error === null ? data?.error : errorText(error);
  return why === undefined || why === null
    ? { at: 'validating' }
    : { at: 'invalid', why, again: () => void refetch() };
}
