/** Addresses whose pages are answered without a server too: nothing but pages stands under them. */
const scopes = ['/home', '/database/'] as const;

/** Has the browser show a page of ours where a reload finds no server. Pages served without TLS have no such worker. */
export function answerOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  // It is of no use to the page that is open: that comes first.
  addEventListener('load', () => {
    for (const scope of scopes)
      navigator.serviceWorker.register('/service-worker.js', { scope }).catch(() => {
        // Closed to this page: the browser's own page says that it is offline.
      });
  });
}
