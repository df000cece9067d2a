import { fileTypeFromBuffer } from 'file-type';

/** Bytes from the beginning of a file that tell what it is. */
export const headLength = 8_192;

/** Texts have no mark of their own: their name says what they are, among these only. */
const textTypes: { readonly [ending: string]: string } = {
  csv: 'text/csv',
  htm: 'text/html',
  html: 'text/html',
  json: 'application/json',
  md: 'text/markdown',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  xml: 'application/xml',
};

function isText(head: Uint8Array): boolean {
  if (head.includes(0)) return false;
  try {
    // The head may end within a letter.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** What a file is by its first bytes, whatever its name or its sender say. */
export async function typeOfContent(head: Uint8Array, name: string): Promise<string> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  // An SVG that begins as XML is one, but never an image that is shown.
  if (found !== undefined && found.mime !== 'application/xml') return found.mime;
  if (!isText(head)) return 'application/octet-stream';
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return textTypes[ending] ?? 'text/plain';
}
