import { type FlowTypeName, flowType } from '@weft/core';

/** Addresses of pages, in one place. */
export const paths = {
  home: '/home',
  newFlow: (kind: 'forms' | 'tables' | 'scheduling' | 'zite', workspaceSlug?: string) =>
    workspaceSlug === undefined
      ? `/home/${kind}/new`
      : `/home/${kind}/${encodeURIComponent(workspaceSlug)}/new`,
  trash: '/home/trash',
  starred: '/home/starred',
  shared: '/home/shared',
  scheduling: '/home/scheduling',
  availability: '/home/scheduling/availability',
  calendars: '/home/scheduling/calendars',
  apps: '/zite',
  integrations: '/home/integrations',
  connectors: '/home/integrations/connectors',
  connector: (type: string) => `/home/integrations/connectors/${encodeURIComponent(type)}`,
  /** `next`: where one goes on once it is connected. */
  connect: (serviceType: string, next?: string) =>
    `/home/integrations/new/${encodeURIComponent(serviceType)}${next === undefined ? '' : `?${new URLSearchParams({ next })}`}`,
  googlePicker: (serviceId: string) => `/connect/google/picker?${new URLSearchParams({ serviceId })}`,
  editConnection: (serviceId: string) => `/home/integrations/edit/${encodeURIComponent(serviceId)}`,
  workspace: (slug: string) => `/home/${encodeURIComponent(slug)}`,
  signIn: '/sign-in',
  signUp: '/sign-up',
  inviteCode: '/invite',
  invite: (code: string) => `/invite/${encodeURIComponent(code)}`,
  forgotPassword: '/forgot-password',
  allSettings: '/settings',
  settings: (section: string) => `/settings/${section}`,
  database: (baseId: string) => `/database/${encodeURIComponent(baseId)}`,
  editor: (flowId: string, tab: string): string => `/editor/${encodeURIComponent(flowId)}/${tab}`,
  appEditor: (flowId: string, tab: string): string => `/editor/zite/${encodeURIComponent(flowId)}/${tab}`,
  publishedApp: (publicIdentifier: string): string => `/a/${encodeURIComponent(publicIdentifier)}`,
  /** Where an editor goes on with the import of a database, once one has signed in at the service. */
  continueImport: (type: FlowTypeName, publicIdentifier: string, source: 'airtable' | 'googlesheets') => {
    const editor =
      type === 'zite'
        ? `/editor/zite/${encodeURIComponent(publicIdentifier)}/integrations/new?tab=integrations&`
        : `${paths.editor(publicIdentifier, 'integrations')}?`;
    return `${editor}service=databases&continueImport=${source}`;
  },
  /** One answer to a form. */
  answer: (flowId: string, recordId: string) =>
    `/editor/${encodeURIComponent(flowId)}/results/${encodeURIComponent(recordId)}`,
  /** The draft as a page of the server's own. */
  preview: (flowId: string) => `/v1/forms/${encodeURIComponent(flowId)}/preview`,
  /** What strangers open: a page of the server's own. */
  published: (publicIdentifier: string) => `/t/${encodeURIComponent(publicIdentifier)}`,
  /** Where a flow opens; home where its type cannot be opened. */
  flow: ({ type, publicIdentifier }: { readonly type: FlowTypeName; readonly publicIdentifier: string }) =>
    flowType(type).built?.route(publicIdentifier) ?? '/home',
} as const;

/** Where a person wanted to go before signing in; only pages of our own. */
export const safeNext = (next: string | undefined): string =>
  next !== undefined && /^\/(?![/\\])/.test(next) ? next : paths.home;

/** Where whoever is not signed in goes: on a server without any account, to make the first. */
export const pathForStranger = (
  { firstStart = false }: { readonly firstStart?: boolean },
  next = paths.home as string,
) => (firstStart || serviceOfPath(next) !== null ? paths.signUp : paths.signIn);

/** The type of the service that a page of ours connects; null: it is another page. */
export function serviceOfPath(path: string): string | null {
  const [, continued] = /[?&]continueImport=(airtable|googlesheets)\b/.exec(path) ?? [];
  if (continued !== undefined) return continued;
  if (/[?&]airtableImport=true\b/.test(path)) return 'airtable';
  if (/[?&]googleSheetsImport=true\b/.test(path)) return 'googlesheets';
  const [, type] = /^\/home\/integrations\/new\/([A-Za-z0-9]{1,40})$/.exec(path.split('?')[0] ?? '') ?? [];
  return type ?? null;
}
