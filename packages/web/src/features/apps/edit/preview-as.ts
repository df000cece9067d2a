import type { AppPage } from '@weft/apps';

/** Through whose eyes the draft is looked at: a record of the table of people; null: whoever is not signed in. */
export type PreviewAs = { readonly recordId: string; readonly name: string; readonly email: string } | null;

/** Where the server shows a page of the draft; `canvas`: its blocks can be selected. */
export function previewPath(flowId: string, page: AppPage, as: PreviewAs, canvas: boolean): string {
  const search = new URLSearchParams({ as: as?.recordId ?? 'visitor', ...(canvas && { canvas: '1' }) });
  return `/v1/apps/${encodeURIComponent(flowId)}/preview/${page.slug}?${search}`;
}
