import type { HttpAnswer } from '@weft/protocol';
import { answerOf, ask, type ErrorBody, refusal, unreachable } from './api.ts';

export type Upload = HttpAnswer<'POST /csvupload'>;

/** Downloads what a path answers, or throws its refusal: followed as a link, a refusal would replace the page. */
export async function download(path: string): Promise<void> {
  const look = new AbortController();
  await ask(path, { signal: look.signal });
  // The browser fetches it again by itself: it writes to the disk what this page would have to hold.
  look.abort();
  location.assign(path);
}

interface Sending {
  readonly headers?: { readonly [name: string]: string };
  /** Receives how much of the file was sent, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a file as a form and answers what the server says, as parsed JSON. A refusal throws AppError; aborting throws a
 * DOMException 'AbortError'.
 */
export function sendFile(
  path: string,
  file: File,
  { headers = {}, onProgress, signal }: Sending,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    // fetch cannot tell how much of a request has been sent.
    const request = new XMLHttpRequest();
    request.open('POST', path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    request.onload = () =>
      request.status < 300
        ? resolve(request.response)
        : reject(refusal(request.status, request.response as ErrorBody | null));
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(new DOMException('Upload cancelled', 'AbortError'));
    if (signal?.aborted) return reject(new DOMException('Upload cancelled', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('file', file, file.name);
    request.send(form);
  });
}

/** Uploads one CSV file; `onProgress` receives 0 to 1. Aborting throws a DOMException 'AbortError'. */
export async function uploadCsv(
  file: File,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<Upload> {
  return answerOf('POST /csvupload', await sendFile('/csvupload', file, { onProgress, signal }));
}
