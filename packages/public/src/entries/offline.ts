// Keeps answers on the device until the server has them: through a reload, a crash, and hours without a connection.

/** An answer that the server may not have. */
export interface Kept {
  readonly texts: readonly (readonly [string, string])[];
  /** It was to be sent, and goes out at the next opening. */
  readonly isSent: boolean;
  /** The server has it too. */
  readonly isSynced: boolean;
}

function request<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const opening = indexedDB.open('weft-forms', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('answers');
  return (await request(opening)).transaction('answers', mode).objectStore('answers');
}

/** Stands in an answer for a file that the server does not have; the name of the file is on this device. */
export const keptMark = /^kept:[0-9a-z]{9,}$/;

/** Whether a text of an answer names a file: by the id it has, or the mark it is kept under. */
export const namesFile = (text: string): boolean => keptMark.test(text) || /^fil[0-9a-z]{21}$/.test(text);

/** Where pages are kept; also named in `worker.ts`. */
export const offlinePages = 'weft-forms';

/** The submission that texts are of. */
export const submissionOf = (texts: Kept['texts']): string =>
  texts.find(([name]) => name === 'submission')?.[1] ?? '';

/** As it lies on the device, with the moment it was kept. */
type Stored = Kept & { readonly at?: number };

/** Keys are addresses with submissions behind them: two tabs may fill in one form. */
const ofAddress = (address: string): IDBKeyRange => IDBKeyRange.bound(address, `${address}!`);

/** What is kept of a submission. A browser that keeps nothing (in private) keeps nothing here. */
export const keptAnswer = async (address: string, submission: string): Promise<Kept | null> =>
  store('readonly')
    .then((answers) => request<Stored | undefined>(answers.get(`${address} ${submission}`)))
    .then((kept) => kept ?? null)
    .catch(() => null);

/** Of the answers to a form one that was to be sent, else what was kept last. */
export const newestKept = async (address: string): Promise<Kept | null> =>
  store('readonly')
    .then((answers) => request<Stored[]>(answers.getAll(ofAddress(address))))
    .then(
      (kept) =>
        kept.toSorted(
          (one, other) => Number(other.isSent) - Number(one.isSent) || (other.at ?? 0) - (one.at ?? 0),
        )[0] ?? null,
    )
    .catch(() => null);

/** True: it is on the device now. */
export const keepAnswer = async (address: string, kept: Kept): Promise<boolean> =>
  store('readwrite')
    .then((answers) =>
      request(answers.put({ ...kept, at: Date.now() }, `${address} ${submissionOf(kept.texts)}`)),
    )
    .then(() => true)
    .catch(() => false);

/** Forgets what is kept of a submission, and what was kept before answers of one form were told apart. */
export const forgetAnswer = async (address: string, submission: string): Promise<void> =>
  store('readwrite')
    .then((answers) => {
      answers.delete(address);
      return request(answers.delete(`${address} ${submission}`));
    })
    .catch(() => {});

/** Forgets answers to a form that were begun; those that wait to be sent stay. */
export const forgetBegun = async (address: string): Promise<void> =>
  store('readwrite')
    .then((answers) =>
      Promise.all([
        request(answers.getAllKeys(ofAddress(address))),
        request<Stored[]>(answers.getAll(ofAddress(address))),
      ]).then(([keys, kept]) => {
        for (const [index, key] of keys.entries()) if (kept[index]?.isSent !== true) answers.delete(key);
      }),
    )
    .catch(() => {});

/** What the page itself says; the id of the answer is the one that it was begun with. */
export const ofPage: readonly string[] = [
  'snapshot',
  'page',
  'asked',
  'go',
  'later',
  'token',
  'in',
  'lang',
  'website',
];

/** Fills a page with what was written; what was written on other pages is carried on. Files stay where they are. */
export function fillIn(form: HTMLFormElement, { texts }: Kept): void {
  const byName = Map.groupBy(
    texts.filter(([name]) => !ofPage.includes(name)),
    ([name]) => name,
  );
  const controls = [...form.querySelectorAll<HTMLInputElement>('input[name], textarea[name], select[name]')];
  const wasHere = controls.some(({ name, type }) => type !== 'hidden' && byName.has(name));
  for (const control of controls) {
    const sent = byName.get(control.name)?.map(([, text]) => text);
    if (control.name === 'submission') control.value = sent?.[0] ?? control.value;
    // What was never on this page stands in it as it usually does.
    if (/^(hidden|file)$/.test(control.type) || !wasHere) continue;
    if (/^(checkbox|radio)$/.test(control.type)) control.checked = sent?.includes(control.value) ?? false;
    else if (control instanceof HTMLSelectElement)
      control.value =
        [...control.options].find(({ value }) => value !== '' && sent?.includes(value))?.value ?? '';
    else control.value = sent?.[0] ?? '';
  }
  const known = new Set(controls.map(({ name }) => name));
  for (const [name, sent] of byName)
    if (!known.has(name))
      for (const [, value] of sent) {
        const carried = document.createElement('input');
        Object.assign(carried, { type: 'hidden', name, value });
        form.append(carried);
      }
  form.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Has the browser bring this page back while there is no connection. */
export async function keepPage(path: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    const scope = path.startsWith('/t/') ? '/t/' : '/';
    await navigator.serviceWorker.register('/t/worker.js', { scope });
    // The worker was not there yet when this page was fetched.
    const cache = await caches.open(offlinePages);
    if ((await cache.match(path)) === undefined) {
      const answer = await fetch(path, { headers: { purpose: 'prefetch' } });
      if (!answer.ok || answer.headers.get('x-keep-offline') === 'never') return void answer.body?.cancel();
      await cache.put(path, answer);
    }
    const files = [
      ...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>('script[src], link[href]'),
    ];
    const own = files
      .map((file) => ('src' in file ? file.src : file.href))
      .filter((url) => url.includes('/assets/'));
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    await (await caches.open('weft-form-files')).addAll([
      ...new Set([...own, ...loaded.filter((url) => url.startsWith(`${location.origin}/assets/public/`))]),
    ]);
  } catch {
    // Without it the page needs a connection, as most pages do.
  }
}

/** The next opening of the page gets another one than this, whose answer was sent. */
export const forgetPage = async (path: string): Promise<void> => {
  if (!('caches' in globalThis)) return;
  const pages = await caches.open(offlinePages);
  await pages.delete(path);
  await pages.delete(`${path}/pages`);
};
