import { type HttpAnswer, type HttpPath, type HttpQuery, readAnswer, type UploadRoute } from '@weft/protocol';
import { addressOf, ask, orNoAnswer, refusal, unreachable } from './api.ts';

export type Upload = HttpAnswer<'POST /csvupload'>;

const nameOf = (response: Response): string => {
  const [, encoded] =
    /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return encoded === undefined ? '' : decodeURIComponent(encoded);
};

/**
 * Downloads what a path answers, or throws its refusal: followed as a link, a refusal would replace the page. It is
 * asked for once, for each time is in the audit log; the browser keeps a large answer on its disk until it is saved.
 */
export async function download(path: string): Promise<void> {
  const response = await ask(path, {});
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = nameOf(response);
  link.click();
  // The save begins after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Lets the browser save what an address answers, which is sure to be a file. */
export function saveFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

interface Sending {
  readonly headers?: { readonly [name: string]: string };
  /** Receives how much of the file was sent, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a file as a form to an address; answers the text of what comes back. */
function sendForm(
  address: string,
  file: File,
  { headers = {}, onProgress, signal }: Sending,
): Promise<string> {
  return new Promise((resolve, reject) => {
    // fetch cannot tell how much of a request has been sent.
    const request = new XMLHttpRequest();
    request.open('POST', address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    request.onload = () =>
      request.status < 300
        ? resolve(request.responseText)
        : reject(refusal(request.status, request.responseText));
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(new DOMException('Upload cancelled', 'AbortError'));
    if (signal?.aborted) return reject(new DOMException('Upload cancelled', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('file', file, file.name);
    request.send(form);
  });
}

/** Uploads a file by a call. A refusal throws AppError; aborting throws a DOMException 'AbortError'. */
export async function sendFile<R extends UploadRoute>(
  route: R,
  file: File,
  {
    path,
    query,
    ...sending
  }: Sending & {
    readonly path?: HttpPath<R>;
    readonly query?: HttpQuery<R> | undefined;
  },
): Promise<HttpAnswer<R>> {
  const text = await sendForm(addressOf(route.slice('POST '.length), { path, query }), file, sending);
  return orNoAnswer(() => readAnswer(route, text));
}

/** Uploads one CSV file; `onProgress` receives 0 to 1. Aborting throws a DOMException 'AbortError'. */
export function uploadCsv(
  file: File,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<Upload> {
  return sendFile('POST /csvupload', file, { onProgress, signal });
}
