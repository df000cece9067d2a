import { isId } from '@weft/std';

/** The address of a file, readable only by its organization. */
export const fileUrl = (baseUrl: string, fileId: string, name: string): string =>
  new URL(`/files/${fileId}/${encodeURIComponent(name)}`, baseUrl).href;

const fileAddress = /^\/files\/([a-z0-9]{24})(?:\/|$)/;

/** The id in an address made by `fileUrl`; null for any other text. Whose it is must still be checked. */
export function fileIdOf(url: string): string | null {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  const id = fileAddress.exec(path)?.[1];
  return id !== undefined && isId('fil', id) ? id : null;
}
