import type { CatalogueEntry, Target } from './integration-queries.ts';

export interface StepChoiceProps {
  readonly entry: CatalogueEntry;
  readonly serviceId: string;
  readonly step: CatalogueEntry['targets'][number];
  /** The steps before this one. */
  readonly before: Target;
  readonly chosen: string;
  /** `beside`: settings that are kept with it. */
  readonly onChoose: (id: string, beside?: Target) => void;
}

/** Whether every step before one was taken that has to be. */
export const isReached = (entry: CatalogueEntry, settings: Target, place: number): boolean =>
  entry.targets.slice(0, place).every(({ key, optional }) => optional || (settings[key] ?? '') !== '');

/**
 * The steps of a target that are still valid once one of them was chosen anew: those before it, with what is kept beside
 * the first, and itself.
 */
export function withStep(entry: CatalogueEntry, settings: Target, key: string, id: string): Target {
  const place = entry.targets.findIndex((step) => step.key === key);
  const later = new Set(entry.targets.slice(place).map((step) => step.key));
  const kept = place === 0 ? [] : Object.entries(settings).filter(([name]) => !later.has(name));
  return { ...Object.fromEntries(kept), ...(id !== '' && { [key]: id }) };
}

/** Where the name of what was chosen last is kept beside it: lists tell integrations apart by it. */
const nameKey = 'targetName';

/** What is kept beside a choice; undefined: none was chosen. */
export const namedTarget = (choice: { readonly name: string } | undefined): Target => ({
  [nameKey]: choice?.name ?? '',
});

/** The name of a target; null: nobody knows. */
export const targetNameOf = (settings: Target): string | null => settings[nameKey] || null;

/** Whether every step that is needed was taken. */
export const isComplete = (entry: CatalogueEntry, settings: Target): boolean =>
  isReached(entry, settings, entry.targets.length);

/** Whether two settings lead to the same target, whatever was chosen beside it. */
export const isSameTarget = (entry: CatalogueEntry, one: Target, other: Target): boolean =>
  entry.targets.every(({ key, optional }) => optional || one[key] === other[key]);
