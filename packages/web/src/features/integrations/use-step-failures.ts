import { useQueries } from '@tanstack/react-query';
import { errorText } from '../../error-text.ts';
import { type CatalogueEntry, choicesQuery, type Target } from './integration-queries.ts';
import { isReached, withStep } from './target-step.ts';

interface StepFailures {
  /** What is said of each step whose choices could not be had, by its key. */
  readonly texts: ReadonlyMap<string, string>;
  /** The first step whose choice is not there any more, by its key; null: there is none. */
  readonly gone: string | null;
  /** Asks for all of them again. */
  readonly retry: () => void;
}

/** Which steps to a target cannot be chosen now: what is wrong with the account is wrong with each of them. */
export function useStepFailures(
  entry: CatalogueEntry,
  serviceId: string | undefined,
  settings: Target,
): StepFailures {
  const isListed = serviceId !== undefined && entry.custom === null;
  const steps = entry.targets.filter(
    ({ uploads }, place) => isListed && uploads === null && isReached(entry, settings, place),
  );
  const asked = useQueries({
    queries: steps.map(({ key }) => choicesQuery(serviceId ?? '', key, withStep(entry, settings, key, ''))),
  });
  const failed = asked.flatMap(({ error, data, refetch }, place) => {
    const step = steps[place];
    return step === undefined || error === null || data !== undefined
      ? []
      : [{ key: step.key, text: errorText(error), refetch }];
  });
  return {
    gone:
      steps.find(({ key }, place) => {
        const chosen = settings[key] ?? '';
        const { data } = asked[place] ?? {};
        return chosen !== '' && data !== undefined && data.every(({ id }) => id !== chosen);
      })?.key ?? null,
    texts: new Map(failed.map(({ key, text }) => [key, text])),
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}
