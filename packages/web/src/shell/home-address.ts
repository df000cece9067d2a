import { type FlowTypeName, isBuilt } from '@weft/core';

/** What an address of home asks for once. */
export interface HomeSearch {
  /** The create dialog. */
  readonly newDatabaseModal?: 'open';
}

/** Parts of an address that ask for something once: it is plain again afterwards, whether or not they were understood. */
const onceParts = ['newDatabaseModal', 'airtableImport', 'googleSheetsImport', 'integration'] as const;

type AnySearch = { readonly [key: string]: unknown };

/** What of it is understood; the rest is left out. */
export const readHomeSearch = (search: AnySearch): HomeSearch =>
  search.newDatabaseModal === 'open' ? { newDatabaseModal: 'open' } : {};

/** The search part of an address without what it asked for once; null: it holds nothing of that. */
export function withoutOnceParts(search: string): string | null {
  const params = new URLSearchParams(search);
  if (!onceParts.some((part) => params.has(part))) return null;
  for (const part of onceParts) params.delete(part);
  return params.size === 0 ? '' : `?${params}`;
}

/** The types that addresses name, by their words. */
const typesByKind: { readonly [kind: string]: FlowTypeName } = {
  forms: 'form',
  quizzes: 'quiz',
  scheduling: 'scheduling',
  payments: 'payment',
  tables: 'base',
  zite: 'zite',
};

/** What an address of the shape /home/{kind}/{workspaceSlug}/new makes, and where. */
export interface NewFlowAddress {
  readonly type: FlowTypeName;
  /** A slug or id; null is Home. */
  readonly workspaceSlug: string | null;
}

/**
 * Reads /home/{kind}/{workspaceSlug}/new, of which each part may be left out: without a kind a form is made. Null: nobody
 * can make that.
 */
export function readNewFlowAddress({
  kind,
  workspaceSlug,
}: {
  readonly kind?: string;
  readonly workspaceSlug?: string;
}): NewFlowAddress | null {
  const named =
    kind === undefined ? 'form' : Object.hasOwn(typesByKind, kind) ? typesByKind[kind] : undefined;
  // Two parts of which the first is no kind name nothing.
  if (named === undefined && workspaceSlug !== undefined) return null;
  const type = named ?? 'form';
  const slug = named === undefined ? kind : workspaceSlug;
  return isBuilt(type) ? { type, workspaceSlug: slug === undefined || slug === 'home' ? null : slug } : null;
}
