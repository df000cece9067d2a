/** A signed-in program talking to a running server as a browser does. */
export interface Session {
  readonly url: string;
  /** What shows who asks, for calls of a program's own. */
  readonly headers: { readonly cookie: string; readonly origin: string };
  /** The same person at another server of the same database. */
  at(url: string): Session;
  query<T>(name: string, input: unknown): Promise<T>;
  mutate<T>(name: string, input: unknown): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
  /** The text a path answers, such as a CSV. */
  text(path: string): Promise<string>;
  upload(fileName: string, chunks: Iterable<string | Uint8Array<ArrayBuffer>>): Promise<{ url: string }>;
  /** The data of each server-sent event, until the server or the signal ends the stream. */
  events(name: string, input: unknown, signal?: AbortSignal): AsyncGenerator<Record<string, unknown>>;
}

async function answer<T>(response: Response): Promise<T> {
  const body = (await response.json()) as { result?: { data: T } };
  if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(body).slice(0, 300)}`);
  return body.result === undefined ? (body as T) : body.result.data;
}

/** Signs a new person up. */
export const signUp = (url: string, name: string, email = usualEmail(name)): Promise<Session> =>
  enter(url, 'sign-up', { name, email });

/** Signs somebody in who signed up before, perhaps at another server. */
export const signIn = (url: string, name: string): Promise<Session> =>
  enter(url, 'sign-in', { name, email: usualEmail(name) });

const usualEmail = (name: string): string => `${name.toLowerCase().replaceAll(' ', '.')}@bench.example`;

async function enter(
  url: string,
  how: 'sign-up' | 'sign-in',
  person: { readonly name: string; readonly email: string },
): Promise<Session> {
  const response = await fetch(`${url}/api/auth/${how}/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify({
      ...person,
      password: 'a long enough password',
    }),
  });
  if (!response.ok) throw new Error(`${how}: ${response.status} ${await response.text()}`);
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return sessionAt(url, cookie);
}

function sessionAt(url: string, cookie: string): Session {
  const { origin } = new URL(url);
  const json = { 'content-type': 'application/json', origin };
  const post = async <T>(path: string, body: unknown): Promise<T> =>
    answer<T>(
      await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { ...json, cookie },
        body: JSON.stringify(body),
      }),
    );
  return {
    url,
    headers: { cookie, origin },
    at: (other) => sessionAt(other, cookie),
    query: async (name, input) =>
      answer(
        await fetch(`${url}/rpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`, {
          headers: { cookie },
        }),
      ),
    mutate: (name, input) => post(`/rpc/${name}`, input),
    post,
    text: async (path) => (await fetch(`${url}${path}`, { headers: { cookie } })).text(),
    upload: async (fileName, chunks) => {
      const form = new FormData();
      form.append('file', new Blob([...chunks], { type: 'text/csv' }), fileName);
      return answer(
        await fetch(`${url}/csvupload`, { method: 'POST', headers: { cookie, origin }, body: form }),
      );
    },
    async *events(name, input, signal) {
      const stream = await fetch(`${url}/rpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`, {
        headers: { cookie, accept: 'text/event-stream' },
        ...(signal && { signal }),
      });
      if (!stream.ok || !stream.body) throw new Error(`${name}: ${stream.status} ${await stream.text()}`);
      let rest = '';
      const decoder = new TextDecoder();
      for await (const chunk of stream.body) {
        rest += decoder.decode(chunk, { stream: true });
        for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
          const lines = rest.slice(0, end).split('\n');
          rest = rest.slice(end + 2);
          const data = lines
            .find((line) => line.startsWith('data:'))
            ?.slice(5)
            .trim();
          const event = lines
            .find((line) => line.startsWith('event:'))
            ?.slice(6)
            .trim();
          if (data && (event === undefined || event === 'message')) yield JSON.parse(data);
        }
      }
    },
  };
}
