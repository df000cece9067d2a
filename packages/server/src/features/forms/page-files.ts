import { notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';

/** The script that brings pages back without a connection: served under their own path, for only there it may do so. */
function workerOf(read: (path: string) => Buffer | null): Buffer | null {
  const manifest = read('/manifest.json');
  if (manifest === null) return null;
  const entries = JSON.parse(manifest.toString()) as { readonly [source: string]: { readonly file: string } };
  const entry = entries['src/entries/worker.ts'];
  return entry === undefined ? null : read(`/${entry.file}`);
}

export function mountWorker(app: FastifyInstance, read: (path: string) => Buffer | null): void {
  app.get('/t/worker.js', { config: { unguarded: 'file' } }, ({ ownDomain }, reply) => {
    const script = workerOf(read);
    if (script === null) throw notFound();
    return (
      reply
        .header('content-type', 'text/javascript; charset=utf-8')
        .header('cache-control', 'no-cache')
        // A form at a domain of its own is at its root.
        .headers(ownDomain === null ? {} : { 'service-worker-allowed': '/' })
        .send(script)
    );
  });
}
