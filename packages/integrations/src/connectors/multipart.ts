import { randomUUID } from 'node:crypto';

interface Part {
  readonly headers: readonly string[];
  readonly content: string | Uint8Array;
}

/** A body of several parts (RFC 2046), for calls that send a file beside what is said of it. */
function multipart(
  kind: 'form-data' | 'related',
  parts: readonly Part[],
): { readonly type: string; readonly bytes: Uint8Array } {
  const boundary = randomUUID();
  const chunks = parts.flatMap(({ headers, content }) => [
    Buffer.from(`--${boundary}\r\n${headers.join('\r\n')}\r\n\r\n`),
    Buffer.from(content as Uint8Array),
    Buffer.from('\r\n'),
  ]);
  return {
    type: `multipart/${kind}; boundary=${boundary}`,
    bytes: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

/** What a header holds between quotes, as browsers write it. */
const quoted = (text: string): string =>
  text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** A type as it stands in a header: what a visitor's browser said is not trusted to be one. */
export const mimeTypeOf = (said: string): string =>
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(said) ? said : 'application/octet-stream';

export interface SentFile {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

/** A form with texts and one file. */
export const formWithFile = (
  texts: { readonly [name: string]: string },
  field: string,
  { name, mimeType, bytes }: SentFile,
) =>
  multipart('form-data', [
    ...Object.entries(texts).map(([key, content]) => ({
      ...{ headers: [`content-disposition: form-data; name="${quoted(key)}"`], content },
    })),
    {
      headers: [
        `content-disposition: form-data; name="${quoted(field)}"; filename="${quoted(name)}"`,
        `content-type: ${mimeTypeOf(mimeType)}`,
      ],
      content: bytes,
    },
  ]);

/** A file after its description in JSON. */
export const describedFile = (description: unknown, { mimeType, bytes }: Omit<SentFile, 'name'>) =>
  multipart('related', [
    { headers: ['content-type: application/json; charset=UTF-8'], content: JSON.stringify(description) },
    { headers: [`content-type: ${mimeTypeOf(mimeType)}`], content: bytes },
  ]);
