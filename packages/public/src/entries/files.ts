// Files are sent as soon as they are chosen, each with its progress; the form then carries their ids.

interface SentFile {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly mimeType: string;
}

/** Why a file was not taken, and whether sending it once more may help. */
interface Refusal {
  readonly text: string;
  readonly canRetry: boolean;
}

const offline: Refusal = { text: 'The connection is gone.', canRetry: true };

function refusalOf(request: XMLHttpRequest): Refusal {
  const canRetry = request.status >= 500 || request.status === 429;
  try {
    const { error } = JSON.parse(request.responseText) as { readonly error?: { readonly message?: string } };
    return { text: error?.message ?? 'It was not taken.', canRetry };
  } catch {
    return { text: 'It was not taken.', canRetry };
  }
}

/** Sends one file; XMLHttpRequest, for fetch tells nothing of how far it is. */
function sendFile(address: string, file: File, onProgress: (part: number) => void) {
  const request = new XMLHttpRequest();
  const sent = new Promise<SentFile>((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () =>
      request.status === 200
        ? resolve(JSON.parse(request.responseText) as SentFile)
        : reject(refusalOf(request));
    request.onerror = () => reject(offline);
  });
  const body = new FormData();
  body.append('file', file);
  request.open('POST', address);
  request.send(body);
  return { sent, abort: () => request.abort() };
}

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  text = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

/** What forgets a request that is on its way, by its row. */
const aborts = new WeakMap<Element, () => void>();

/** Takes files for a question, and gives what takes further ones. Rows have the class `sending` until the server has answered, and `failed` where it refused. */
export function takeFiles(box: HTMLElement): ((files: Iterable<File>) => void) | null {
  const input = box.querySelector<HTMLInputElement>('input[type=file]');
  const list = box.querySelector('ul');
  const form = box.closest('form');
  if (input === null || list === null || form === null || form.getAttribute('action') === '') return null;
  const { most = '1', megabytes = '0' } = box.dataset;
  const isDrawn = box.classList.contains('signature');
  const changed = () => {
    if (!isDrawn) input.hidden = list.children.length >= Number(most);
    box.dispatchEvent(new Event('input', { bubbles: true }));
  };

  const begin = (row: HTMLLIElement, file: File) => {
    row.className = 'sending';
    const bar = element('progress', '');
    bar.ariaLabel = `Sending ${file.name}`;
    const remove = element('button', 'plain', 'Remove');
    remove.type = 'button';
    remove.ariaLabel = `Remove ${file.name}`;
    row.replaceChildren(element('span', 'file', file.name), bar, remove);
    const fail = ({ text, canRetry }: Refusal) => {
      row.className = 'failed';
      const told = element('span', 'why', `Not sent: ${text}`);
      told.role = 'alert';
      row.replaceChildren(element('span', 'file', file.name), told);
      if (canRetry) {
        const retry = element('button', 'plain', 'Try again');
        retry.type = 'button';
        retry.ariaLabel = `Try again to send ${file.name}`;
        retry.dataset.retry = '';
        retry.addEventListener('click', () => begin(row, file));
        row.append(retry);
      }
      row.append(remove);
    };
    if (file.size > Number(megabytes) * 1024 * 1024)
      return fail({ text: `Choose a file of at most ${megabytes} MB`, canRetry: false });
    const { sent, abort } = sendFile(`${form.action}/files/${input.name}`, file, (part) => {
      bar.value = part;
    });
    aborts.set(row, abort);
    sent.then(({ id, name, size, mimeType }) => {
      const carried = element('input', '');
      Object.assign(carried, { type: 'hidden', name: input.name, value: id });
      Object.assign(carried.dataset, { name, size, type: mimeType });
      row.className = '';
      bar.replaceWith(carried);
      changed();
    }, fail);
  };

  const take = (files: Iterable<File>) => {
    for (const file of files) {
      if (list.children.length >= Number(most)) break;
      const row = document.createElement('li');
      list.append(row);
      begin(row, file);
    }
    changed();
  };
  input.addEventListener('change', () => {
    const chosen = [...(input.files ?? [])];
    // The file goes by itself: the form is not to carry it once more.
    input.value = '';
    take(chosen);
  });
  box.addEventListener('dragover', (event) => event.preventDefault());
  box.addEventListener('drop', (event) => {
    event.preventDefault();
    take(event.dataTransfer?.files ?? []);
  });
  box.addEventListener('click', (event) => {
    const button = (event.target as Element).closest('button');
    if (button === null || 'retry' in button.dataset) return;
    event.preventDefault();
    const row = button.closest('li');
    if (row !== null) aborts.get(row)?.();
    row?.remove();
    changed();
    input.focus();
  });
  return take;
}
