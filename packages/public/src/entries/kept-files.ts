// Files that were chosen without a connection: kept on the device, and sent with the page or answer they belong to.
import { type Kept, keptMark } from './offline.ts';
import { say } from './say.ts';

/** Bytes of a file that is kept: more is asked for again once there is a connection. */
export const mostKeptBytes = 10 * 1024 * 1024;

interface KeptFile {
  readonly name: string;
  readonly size: number;
  readonly type: string;
  /** Null: the server has it. */
  readonly content: Blob | null;
  /** By which the server knows it; null: it does not. */
  readonly id: string | null;
  /** The submission that it is of: another tab may fill in another one of the same form. */
  readonly answer: string;
}

/** The server has looked at a file, and does not take it. */
export class FileRefused extends Error {}

function request<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const opening = indexedDB.open('weft-form-files', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('files');
  return (await request(opening)).transaction('files', mode).objectStore('files');
}

const keyOf = (address: string, value: string): string => `${address} ${value}`;

const put = async (address: string, value: string, file: KeptFile): Promise<void> => {
  await request((await store('readwrite')).put(file, keyOf(address, value)));
};

/** What is known of a file of an answer by its value there: by the mark of a kept one, or its id. */
export const knownFile = async (address: string, value: string): Promise<KeptFile | null> =>
  store('readonly')
    .then((files) => request<KeptFile | undefined>(files.get(keyOf(address, value))))
    .then((file) => file ?? null)
    .catch(() => null);

/** Keeps a file; gives what stands for it in the answer, or null where the device takes none. */
export async function keepFile(address: string, answer: string, file: File): Promise<string | null> {
  if (file.size > mostKeptBytes) return null;
  const value = `kept:${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;
  const { name, size, type } = file;
  return put(address, value, { name, size, type, content: file, id: null, answer }).then(
    () => value,
    () => null,
  );
}

/** Remembers what the server has, so that a page that is brought back without it can show the file. */
export const noteSentFile = (
  address: string,
  { id, ...facts }: Pick<KeptFile, 'name' | 'size' | 'type' | 'answer'> & { readonly id: string },
): Promise<void> => put(address, id, { ...facts, id, content: null }).catch(() => {});

/** A file as it is sent: behind what says with which version of the form the answer was begun. */
export function fileBody(texts: Iterable<readonly [string, FormDataEntryValue]>, file: File): FormData {
  const body = new FormData();
  for (const [name, text] of texts)
    if (/^(submission|snapshot|token)$/.test(name)) body.append(name, text as string);
  body.append('file', file);
  return body;
}

/**
 * Sends a kept file, once; gives its id. A text that only looks like a mark is given back: it is somebody's answer. Throws
 * where there is no connection, and FileRefused.
 */
async function sendKept(
  address: string,
  texts: Kept['texts'],
  questionId: string,
  value: string,
): Promise<string> {
  const file = await knownFile(address, value);
  if (file === null || file.id !== null) return file?.id ?? value;
  const body = fileBody(texts, new File([file.content ?? ''], file.name, { type: file.type }));
  const answer = await fetch(`${address}/files/${questionId}`, { method: 'POST', body });
  // The question is gone: what is answered to the rest of the answer tells so.
  if (answer.status === 404) return value;
  if (answer.status === 429 || answer.status >= 500) throw new Error('The server is busy');
  const said = (await answer.json()) as {
    readonly id?: string;
    readonly error?: { readonly message?: string };
  };
  if (!answer.ok || said.id === undefined)
    throw new FileRefused(say('fileRefused', file.name, said.error?.message ?? say('anotherFile')));
  const { name, size, type, answer: of } = file;
  await put(address, value, { name, size, type, content: null, id: said.id, answer: of }).catch(() => {});
  await noteSentFile(address, { id: said.id, name, size, type, answer: of });
  return said.id;
}

/** The texts of an answer with the ids of its files, those that were kept sent before. */
export async function withSentFiles(address: string, texts: Kept['texts']): Promise<Kept['texts']> {
  const sent: (readonly [string, string])[] = [];
  for (const [name, text] of texts)
    sent.push([name, keptMark.test(text) ? await sendKept(address, texts, name, text) : text]);
  return sent;
}

/** The answer was taken: nothing of its files stays here. Those of another tab's answer do. */
export const forgetFiles = (address: string, answer: string): Promise<void> =>
  store('readwrite')
    .then(
      (files) =>
        new Promise<void>((resolve, reject) => {
          const opened = files.openCursor(IDBKeyRange.bound(`${address} `, `${address}!`));
          opened.onerror = () => reject(opened.error);
          opened.onsuccess = () => {
            const at = opened.result;
            if (at === null) return resolve();
            if ((at.value as KeptFile).answer === answer) at.delete();
            at.continue();
          };
        }),
    )
    .catch(() => {});
