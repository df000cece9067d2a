import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '@weft/std';
import { emptyDatabase, freePort, postgresServer, signUp, startProduct } from '@weft/testkit';
import { describe, expect, it } from 'vitest';
import { makeDesk, whileWorking } from './at-work.ts';

/** Stands in front of a database, and can be gone. */
class Doorway {
  readonly #port: number;
  readonly #to: { readonly host: string; readonly port: number };
  readonly #open = new Set<Socket>();
  #server: Server | null = null;

  constructor(port: number, to: { readonly host: string; readonly port: number }) {
    this.#port = port;
    this.#to = to;
  }

  async open(): Promise<void> {
    const server = createServer((outside) => {
      const inside = connect(this.#to);
      for (const [from, to] of [
        [outside, inside],
        [inside, outside],
      ] as const) {
        this.#open.add(from);
        from.pipe(to);
        from.on('error', () => {});
        from.on('close', () => {
          this.#open.delete(from);
          to.destroy();
        });
      }
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#server = server;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => must(this.#server).close(resolve));
    for (const socket of this.#open) socket.destroy();
    await closed;
  }
}

describe.skipIf(postgresServer() === undefined)('a server whose database is gone for 10 s', () => {
  it('says so, goes on when it is back, and has lost nothing', { timeout: 300_000 }, async () => {
    const database = await emptyDatabase();
    const url = new URL(database.url);
    const port = await freePort();
    const doorway = new Doorway(port, { host: url.hostname, port: Number(url.port) });
    await doorway.open();
    url.port = String(port);
    const product = await startProduct({ ...database.settings, DATABASE_URL: url.href });
    try {
      const ann = await signUp(product.url, 'ann');
      const { table } = await makeDesk(ann);
      await whileWorking(ann, async () => {
        await doorway.close();
        const gone = Date.now();
        while (Date.now() - gone < 10_000) {
          expect((await fetch(`${product.url}/healthz`)).status).toBe(503);
          await expect(ann.query('records.list', table)).rejects.toThrow(/^503 .*"kind":"unavailable"/);
          await sleep(1_000);
        }
        await doorway.open();
      });
      expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
      expect(product.log()).not.toContain('unhandled');
    } finally {
      await product.stop();
      await doorway.close();
      await database.drop();
    }
  });
});
