// Brings a form back that was opened before, while there is no connection. Answers are never its matter: it takes GET alone.

/** What a service worker's fetch event has besides others; the page's types do not know it. */
interface FetchEvent extends Event {
  readonly request: Request;
  readonly respondWith: (answer: Promise<Response>) => void;
  readonly waitUntil: (work: Promise<unknown>) => void;
}
interface Worker {
  readonly skipWaiting: () => Promise<void>;
  readonly clients: { readonly claim: () => Promise<void> };
}
const worker = globalThis as unknown as Worker;

/** Also named in `offline.ts`. */
const pages = 'weft-forms';
const files = 'weft-form-files';
const mostPages = 40;
/** Said of the pages of forms with a password; also named in `offline.ts`. */
const isNeverKept = ({ headers }: Response): boolean => headers.get('x-keep-offline') === 'never';

/** The page of a form itself, not one that leads to it; at the form's own domain the root is one. */
const isForm = ({ mode }: Request, { pathname, search }: URL): boolean =>
  mode === 'navigate' && /^\/(t\/[\w-]{1,64})?$/.test(pathname) && !/[?&]new\b/.test(search);

async function keepPage(path: string, answer: Response): Promise<void> {
  const cache = await caches.open(pages);
  await cache.put(path, answer);
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - mostPages))) await cache.delete(key);
}

/** The form has got its password after the page was kept. */
const forgetPage = async (path: string): Promise<boolean> => (await caches.open(pages)).delete(path);

/** The page as the server gives it, and else as it was given last. */
async function pageOf(event: FetchEvent, path: string): Promise<Response> {
  try {
    const answer = await fetch(event.request);
    if (isNeverKept(answer)) event.waitUntil(forgetPage(path));
    else if (answer.ok && !answer.redirected) event.waitUntil(keepPage(path, answer.clone()));
    return answer;
  } catch (error) {
    const kept = await (await caches.open(pages)).match(path);
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Built files never change: their names follow from their content. */
async function fileOf({ request }: FetchEvent): Promise<Response> {
  const cache = await caches.open(files);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

addEventListener('install', () => void worker.skipWaiting());
addEventListener('activate', (event) => (event as FetchEvent).waitUntil(worker.clients.claim()));
addEventListener('fetch', (fetched) => {
  const event = fetched as FetchEvent;
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  if (isForm(event.request, url)) event.respondWith(pageOf(event, url.pathname));
  else if (url.pathname.startsWith('/assets/public/')) event.respondWith(fileOf(event));
});
