interface Request {
  readonly baseUrl: string;
  readonly path: string;
  readonly method: string;
  /** Sends `$WEFT_TOKEN`. */
  readonly bearer: boolean;
  readonly query?: { readonly [name: string]: unknown };
  /** Sent as JSON. */
  readonly body?: unknown;
  /** A file of this name, sent as a form. */
  readonly upload?: string;
  /** Shown as it comes. */
  readonly streams?: boolean;
}

/** A text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The command that makes a request, a line for each of its parts. */
export function curlOf({ baseUrl, path, method, bearer, query, body, upload, streams }: Request): string {
  const hasData = body !== undefined || upload !== undefined;
  const parts = [
    `curl ${streams === true ? '--no-buffer ' : ''}${quoted(`${baseUrl}${path}`)}`,
    ...(method === 'GET' || (method === 'POST' && hasData) ? [] : [`--request ${method}`]),
    ...(bearer ? ['--header "Authorization: Bearer $WEFT_TOKEN"'] : []),
    ...(query === undefined
      ? []
      : [
          '--get',
          ...Object.entries(query).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
        ]),
    ...(body === undefined
      ? []
      : [`--header 'Content-Type: application/json'`, `--data ${quoted(JSON.stringify(body))}`]),
    ...(upload === undefined ? [] : [`--form file=@${upload}`]),
  ];
  return parts.join(' \\\n  ');
}
