import { openAsBlob } from 'node:fs';
import { type CallNameOf, type CallOutput, type CallRequest, calls, type ImportEvent } from '@weft/protocol';
import { AppError } from '@weft/std';

/** A person who uses the server as a browser does: over HTTP, through its public calls. */
export class Visitor {
  readonly #url: string;
  readonly #token: string;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  static async signUp(
    url: string,
    person: { readonly name: string; readonly email: string; readonly password: string },
  ): Promise<Visitor> {
    const response = await fetch(new URL('/api/auth/sign-up/email', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    });
    const { token } = (await answer(response)) as { readonly token: string };
    return new Visitor(url, token);
  }

  async call<K extends CallNameOf<'query'> | CallNameOf<'mutation'>>(
    name: K,
    input: CallRequest<K>,
  ): Promise<CallOutput<K>> {
    const query = calls[name].kind === 'query' ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
    const body = query === '' ? JSON.stringify(input) : null;
    const { result } = (await this.#send(`/rpc/${name}${query}`, body)) as {
      result: { data: CallOutput<K> };
    };
    return result.data;
  }

  async newBase(baseName: string): Promise<string> {
    const made = await this.#send('/admin/bases', JSON.stringify({ baseName }));
    return (made as { readonly basePublicIdentifier: string }).basePublicIdentifier;
  }

  /** Uploads a file of the disk; its address, as imports take it. */
  async upload(path: string, name: string): Promise<string> {
    const form = new FormData();
    form.set('file', await openAsBlob(path, { type: 'text/csv' }), name);
    const response = await fetch(new URL('/csvupload', this.#url), {
      method: 'POST',
      headers: this.#headers(),
      body: form,
    });
    if (response.status === 413)
      throw new AppError(
        'limit',
        'The running server takes no file this large: stop it and run this again, or start it with CSV_MAX_MB=256.',
      );
    return ((await answer(response)) as { readonly url: string }).url;
  }

  /** Imports and follows until its end; throws unless that is 'finished'. */
  async import(
    input: CallRequest<'import.csvImportStream'>,
    told: (event: ImportEvent) => void,
  ): Promise<void> {
    const query = `?input=${encodeURIComponent(JSON.stringify(input))}`;
    const response = await fetch(new URL(`/rpc/import.csvImportStream${query}`, this.#url), {
      headers: { ...this.#headers(), accept: 'text/event-stream' },
    });
    if (!response.ok || response.body === null) await answer(response);
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const parts = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const data = /^data: (\{.*)$/m.exec(part)?.[1];
        if (data === undefined || part.startsWith('event:')) continue;
        const event = JSON.parse(data) as ImportEvent;
        told(event);
        if (event.type === 'finished') return;
        if (event.type === 'error') throw new AppError('unavailable', `The import failed: ${event.message}`);
      }
    }
    throw new AppError('unavailable', 'The import ended without saying how.');
  }

  #headers() {
    return { authorization: `Bearer ${this.#token}` };
  }

  async #send(path: string, body: string | null): Promise<unknown> {
    const response = await fetch(new URL(path, this.#url), {
      headers: { ...this.#headers(), ...(body !== null && { 'content-type': 'application/json' }) },
      ...(body !== null && { method: 'POST', body }),
    });
    return answer(response);
  }
}

async function answer(response: Response): Promise<unknown> {
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  throw new AppError('unavailable', `The server refused with ${response.status}: ${text.slice(0, 300)}`);
}
