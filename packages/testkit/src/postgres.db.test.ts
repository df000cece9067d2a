import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { findPostgres, startPostgres } from './postgres.ts';

describe.skipIf(!findPostgres())('a PostgreSQL server of our own', () => {
  it('answers on its port, and no longer once stopped', async () => {
    const cluster = await startPostgres();
    expect(await answers(cluster.port)).toBe(true);
    await Promise.all([cluster.stop(), cluster.stop()]);
    expect(await answers(cluster.port)).toBe(false);
  });
});

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
