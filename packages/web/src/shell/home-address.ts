import { type FlowTypeName, isBuilt } from '@weft/core';

/** What an address of home asks for once. */
export interface HomeSearch {
  /** The create dialog. */
  readonly newDatabaseModal?: 'open';
  /** It begins with the import from Airtable: one comes back from its sign-in. */
  readonly airtableImport?: true;
  /** The same from Google Sheets. */
  readonly googleSheetsImport?: true;
  /** What went wrong there. */
  readonly connectError?: string;
  /** The connection that was made there. */
  readonly connected?: string;
  /** A form for answers that go to this service. */
  readonly integration?: string;
}

/** A service that a form can be made for: the editor's tab 'Integrate' connects each, and offers all for one there is not. */
const serviceOf = (type: unknown): string | undefined =>
  typeof type === 'string' && /^[A-Za-z0-9]{1,40}$/.test(type) ? type : undefined;

/** Parts of an address that ask for something once: it is plain again afterwards, whether or not they were understood. */
const onceParts = [
  ...['newDatabaseModal', 'airtableImport', 'googleSheetsImport', 'integration'],
  ...['connected', 'connectError', 'otherAccount'],
] as const;

type AnySearch = { readonly [key: string]: unknown };

/** What of it is understood; the rest is left out. */
export function readHomeSearch(search: AnySearch): HomeSearch {
  const { newDatabaseModal, airtableImport, googleSheetsImport, connectError, connected, integration } =
    search;
  const service = serviceOf(integration);
  return {
    ...(newDatabaseModal === 'open' && { newDatabaseModal }),
    ...(newDatabaseModal === 'open' && String(airtableImport) === 'true' && { airtableImport: true }),
    ...(newDatabaseModal === 'open' && String(googleSheetsImport) === 'true' && { googleSheetsImport: true }),
    ...(newDatabaseModal === 'open' && typeof connectError === 'string' && { connectError }),
    ...(newDatabaseModal === 'open' && typeof connected === 'string' && { connected }),
    ...(service !== undefined && { integration: service }),
  };
}

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

/** THE list of the stages of making a form; the names stand in addresses. */
const creationStages = ['choose-template', 'choose-theme'] as const;

/** How far making a form has come: {stage}/{theme}/{serviceType}/{template}/{serviceId} behind 'new'. */
export interface Creation {
  readonly stage: (typeof creationStages)[number];
  /** Names, which may be those of nothing. */
  readonly theme: string | null;
  readonly template: string | null;
  readonly serviceType: string | null;
}

const none = 'none';

/** Reads what stands behind 'new'; what is unknown or left out is chosen anew. */
export function readCreation(path = ''): Creation {
  const [stage, theme, serviceType, template] = path.split('/').map((part) => (part === none ? '' : part));
  return {
    stage: creationStages.find((each) => each === stage) ?? 'choose-template',
    theme: theme || null,
    template: template || null,
    serviceType: serviceOf(serviceType) ?? null,
  };
}

/** The address of a stage. A service that answers go to is connected in the editor, so none is named here. */
export const creationPath = (
  { stage, theme, serviceType, template }: Creation,
  workspaceSlug: string | null,
): string =>
  ['/home/forms', workspaceSlug ?? 'home', 'new', stage, theme, serviceType, template, null]
    .map((part, place) => (place === 0 ? part : encodeURIComponent(part ?? none)))
    .join('/');
