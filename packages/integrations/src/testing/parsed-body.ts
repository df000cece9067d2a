/** A file as a request carried it. */
interface SentPart {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** What a request carries, by its type: JSON, a form, a form with files, parts, or bytes. Null: nothing. */
export async function parsedBody(type: string | undefined, bytes: Buffer): Promise<unknown> {
  if (type === undefined) return bytes.length === 0 ? null : { type: null, size: bytes.length };
  const [kind] = type.split(';');
  if (kind === 'application/json' || kind?.endsWith('+json')) return JSON.parse(bytes.toString());
  if (kind === 'application/x-www-form-urlencoded')
    return Object.fromEntries(new URLSearchParams(bytes.toString()));
  if (kind === 'multipart/form-data') {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
    return Object.fromEntries(
      [...form].map(([name, value]) => [name, typeof value === 'string' ? value : part(value)]),
    );
  }
  if (kind === 'multipart/related') return relatedParts(/boundary=([^;]+)/.exec(type)?.[1] ?? '', bytes);
  return { type, size: bytes.length };
}

const part = (file: File): SentPart => ({ name: file.name, type: file.type, size: file.size });

/** The first part as JSON, of the second its type and size. */
function relatedParts(boundary: string, bytes: Buffer) {
  const parts = bytes
    .toString('latin1')
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((text) => {
      const end = text.indexOf('\r\n\r\n');
      const type = /content-type: ([^\r\n]+)/i.exec(text.slice(0, end))?.[1] ?? '';
      return { type, content: Buffer.from(text.slice(end + 4, -2), 'latin1') };
    });
  const [first, second] = parts;
  if (parts.length !== 2 || !first?.type.startsWith('application/json') || second === undefined) return parts;
  return {
    description: JSON.parse(first.content.toString()),
    media: { type: second.type, size: second.content.length },
  };
}
