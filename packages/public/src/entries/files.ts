// Files are sent as soon as they are chosen, each with its progress; the form then carries their ids. Without a connection
// they are kept on the device.
import { fileBody, keepFile, knownFile, noteSentFile } from './kept-files.ts';
import { say } from './say.ts';

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
  readonly isOffline?: true;
}

type Facts = Pick<File, 'name' | 'size' | 'type'>;

const offline = (): Refusal => ({ text: say('connectionGone'), canRetry: true, isOffline: true });

function refusalOf(request: XMLHttpRequest): Refusal {
  const canRetry = request.status >= 500 || request.status === 429;
  try {
    const { error } = JSON.parse(request.responseText) as { readonly error?: { readonly message?: string } };
    return { text: error?.message ?? say('fileNo'), canRetry };
  } catch {
    return { text: say('fileNo'), canRetry };
  }
}

/** Sends one file; XMLHttpRequest, for fetch tells nothing of how far it is. */
function sendFile(address: string, body: FormData, onProgress: (part: number) => void) {
  const request = new XMLHttpRequest();
  const sent = new Promise<SentFile>((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () =>
      request.status === 200
        ? resolve(JSON.parse(request.responseText) as SentFile)
        : reject(refusalOf(request));
    request.onerror = () => reject(offline());
  });
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

/** The submission that a form fills in. */
const answerOf = (form: HTMLFormElement): string =>
  form.querySelector<HTMLInputElement>('input[name=submission]')?.value ?? '';

type Restore = (values: readonly string[]) => Promise<void>;

/** What shows the files of a question again that an answer names, by its box: known once the box takes files. */
const restores = new WeakMap<Element, PromiseWithResolvers<Restore>>();

function restoreOf(box: Element): PromiseWithResolvers<Restore> {
  const known = restores.get(box) ?? Promise.withResolvers<Restore>();
  restores.set(box, known);
  return known;
}

/** Shows files that an answer names: on this device, or sent from it. */
export const restoreFiles = async (box: Element, values: readonly string[]): Promise<void> =>
  (await restoreOf(box).promise)(values);

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

  const removeOf = (name: string): HTMLButtonElement => {
    const remove = element('button', 'plain', say('remove'));
    remove.type = 'button';
    remove.ariaLabel = say('removeIt', name);
    return remove;
  };
  /** A file that the answer names by a value; `note` says where it is. */
  const showNamed = (row: HTMLLIElement, value: string, file: Facts, note: string) => {
    const carried = element('input', '');
    Object.assign(carried, { type: 'hidden', name: input.name, value });
    Object.assign(carried.dataset, { name: file.name, size: file.size, type: file.type });
    row.className = '';
    const parts = [element('span', 'file', file.name), element('span', 'size', note)];
    row.replaceChildren(carried, ...parts, removeOf(file.name));
    changed();
  };

  const begin = (row: HTMLLIElement, file: File) => {
    row.className = 'sending';
    const bar = element('progress', '');
    bar.ariaLabel = say('sending', file.name);
    const remove = removeOf(file.name);
    row.replaceChildren(element('span', 'file', file.name), bar, remove);
    const fail = async ({ text, canRetry, isOffline }: Refusal) => {
      const value = isOffline === true ? await keepFile(form.action, answerOf(form), file) : null;
      if (value !== null) return showNamed(row, value, file, say('keptHere'));
      row.className = 'failed';
      const told = element('span', 'why', say('notSentWhy', text));
      told.role = 'alert';
      row.replaceChildren(element('span', 'file', file.name), told);
      if (canRetry) {
        const retry = element('button', 'plain', say('tryAgain'));
        retry.type = 'button';
        retry.ariaLabel = say('tryAgainIt', file.name);
        retry.dataset.retry = '';
        retry.addEventListener('click', () => begin(row, file));
        row.append(retry);
      }
      row.append(remove);
    };
    if (file.size > Number(megabytes) * 1024 * 1024)
      return void fail({ text: say('fileMost', megabytes), canRetry: false });
    const body = fileBody(new FormData(form), file);
    const { sent, abort } = sendFile(`${form.action}/files/${input.name}`, body, (part) => {
      bar.value = part;
    });
    aborts.set(row, abort);
    sent.then(({ id, name, size, mimeType }) => {
      const facts = { name, size, type: mimeType };
      void noteSentFile(form.action, { id, ...facts, answer: answerOf(form) });
      showNamed(row, id, facts, '');
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
  restoreOf(box).resolve(async (values) => {
    const shown = new Set([...list.querySelectorAll('input')].map(({ value }) => value));
    for (const value of values) {
      const file = shown.has(value) ? null : await knownFile(form.action, value);
      if (file === null) continue;
      const row = document.createElement('li');
      list.append(row);
      showNamed(row, value, file, file.content === null ? '' : say('keptHere'));
    }
  });
  input.addEventListener('change', () => {
    const chosen = [...(input.files ?? [])];
    // The file goes by itself: the form is not to carry it once more.
    input.value = '';
    take(chosen);
  });
  // Chosen before this script was here.
  if ((input.files?.length ?? 0) > 0) input.dispatchEvent(new Event('change'));
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
