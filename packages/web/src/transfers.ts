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

/** Uploads one CSV file; `onProgress` receives 0 to 1. Aborting throws a DOMException 'AbortError'. */
export function uploadCsv(
  file: File,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<Upload> {
  return new Promise((resolve, reject) => {
    // fetch cannot tell how much of a request has been sent.
    const request = new XMLHttpRequest();
    request.open('POST', '/csvupload');
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    request.onload = () =>
      request.status < 300
        ? resolve(answerOf('POST /csvupload', request.response))
        : reject(refusal(request.status, request.response as ErrorBody | null));
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(new DOMException('Upload cancelled', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('file', file, file.name);
    request.send(form);
  });
}
