import type { AppPage } from '@weft/apps';

/** Through whose eyes the draft is looked at: a record of the table of people; null: whoever is not signed in. */
export type PreviewAs = { readonly recordId: string; readonly name: string; readonly email: string } | null;

/** Whoever signs in first, of whom there are no records. */
export const somebodyNew: NonNullable<PreviewAs> = { recordId: 'somebody', name: 'Somebody new', email: '' };

/** Where the server shows a page of the draft; `canvas`: its blocks can be selected; `proposal`: a turn of the chat. */
export function previewPath(
  flowId: string,
  page: AppPage,
  as: PreviewAs,
  { canvas = false, proposal = null as string | null },
): string {
  const search = new URLSearchParams({
    as: as?.recordId ?? 'visitor',
    ...(canvas && { canvas: '1' }),
    ...(proposal !== null && { proposal }),
  });
  return `/v1/apps/${encodeURIComponent(flowId)}/preview/${page.slug}?${search}`;
}
