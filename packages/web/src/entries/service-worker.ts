import tokens from '@weft/ui/tokens.css?raw';
import page from '../shell/offline.html?raw';

// Answers with a page of our own where a page is asked for and no server is reached; all else passes it by. It keeps
// nothing: the page is part of this script, which the browser keeps.

/** The parts used here of what a worker is told; the types at hand are those of a page. */
interface Asked extends Event {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface Begun extends Event {
  waitUntil(done: Promise<unknown>): void;
}
declare const registration: ServiceWorkerRegistration;

const offline = page.replace('/*tokens*/', tokens);

const answerOffline = (): Response =>
  new Response(offline, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
  });

// The request for a page goes out while this script is still being started.
addEventListener('activate', (event) => (event as Begun).waitUntil(registration.navigationPreload.enable()));

addEventListener('fetch', (event) => {
  const asked = event as Asked;
  if (asked.request.mode !== 'navigate') return;
  const fromServer = async () => (await asked.preloadResponse) ?? fetch(asked.request);
  asked.respondWith(fromServer().catch(answerOffline));
});
