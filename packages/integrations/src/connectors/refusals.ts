/** What services say where they refuse, and what it means. */

/**
 * What to do about a fault. `retry`: later, it may pass. `reconnect`: the credential no longer holds. `permanent`: the
 * same request fails again until somebody changes something. `unknown`: it may have been done, the answer never came.
 */
export type FaultClass = 'retry' | 'reconnect' | 'permanent' | 'unknown';

/** Words in which services say, with status 200, what others say with a status of their own. */
export function classOfWords(said: string, isRead: boolean): FaultClass {
  if (/rate.?limit|too many/i.test(said)) return 'retry';
  // Slack says of its internal errors that something may have been done before.
  if (/temporar|timeout|unavailable|internal/i.test(said)) return isRead ? 'retry' : 'unknown';
  if (/invalid_auth|token_(revoked|expired)|not_authed|account_inactive|unauthori[sz]ed/i.test(said))
    return 'reconnect';
  return 'permanent';
}

/** Characters of an answer that is no JSON in which words are looked for: whoever answers, it is read in no time. */
const readWords = 4_096;

/** What the first of these elements says, in the error that Amazon tells in XML. */
function inXmlError(text: string, names: string): string | null {
  const begin = text.slice(0, readWords);
  const at = begin.indexOf('<Error>');
  return at === -1 ? null : (new RegExp(`<(?:${names})>([^<]+)<`).exec(begin.slice(at))?.[1] ?? null);
}

/** What is said without JSON, or in that XML; a page for people says nothing that can be told. */
export function plainWords(body: string): string | null {
  const text = body.slice(0, readWords).trim();
  return inXmlError(text, 'Message|Code') ?? (text === '' || /^[<{[]/.test(text) ? null : text);
}

export const isCode = (code: string, named: string): boolean =>
  named.endsWith('*') ? code.startsWith(named.slice(0, -1)) : code === named;

/** The codes found where services put theirs, in JSON or in the XML of Amazon. */
export function codesIn(body: unknown, depth = 0): readonly string[] {
  if (typeof body === 'string') return [inXmlError(body, 'Code') ?? []].flat();
  if (typeof body !== 'object' || body === null || depth > 3) return [];
  const at = (key: string) => (body as { readonly [key: string]: unknown })[key];
  return [
    ...['code', 'errorCode'].flatMap((key) =>
      /^(string|number)$/.test(typeof at(key)) ? [`${at(key)}`] : [],
    ),
    ...['error', 'errors', 'extensions', '0'].flatMap((key) =>
      typeof at(key) === 'object' ? codesIn(at(key), depth + 1) : [],
    ),
  ];
}

/** The first sentence found where services put theirs. */
export function messageIn(body: unknown, depth = 0): string | null {
  if (typeof body === 'string') return body.trim() === '' ? null : body.trim();
  if (typeof body !== 'object' || body === null || depth > 3) return null;
  for (const key of [
    'message',
    'error_description',
    'error_summary',
    'detail',
    'description',
    'error',
    'errors',
    'title',
    '0',
    // Airtable may name no more than the kind of an error.
    'type',
  ]) {
    const found = messageIn((body as { readonly [key: string]: unknown })[key], depth + 1);
    if (found !== null) return found;
  }
  return null;
}
