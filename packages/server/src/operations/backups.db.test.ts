import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { isOnCitus } from '@weft/testkit';
import { expect, it } from 'vitest';
import { startTestServer } from '../testing.ts';

const json = async <T>(response: Response): Promise<T> => (await response.json()) as T;
interface State {
  readonly backups: readonly { readonly name: string; readonly bytes: number }[];
  readonly running: object | null;
  readonly fault: string | null;
}

it('makes a backup while people work, one at a time, which is downloaded and deleted', async () => {
  const server = await startTestServer();
  try {
    const ann = await server.signUp('Ann');
    const eve = await server.signUp('Eve');
    const state = async () => json<State>(await ann.call('GET', '/v1/backups'));
    expect(await state()).toMatchObject({ backups: [], running: null, fault: null });
    const both = await Promise.all([ann.call('POST', '/v1/backups'), ann.call('POST', '/v1/backups')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await state()).running).not.toBeNull();
    await server.parts.backups.idle();
    const { backups, ...rest } = await state();
    expect([backups.length, rest]).toMatchObject([1, { running: null, fault: null }]);
    const [made] = backups;
    const path = `/v1/backups/${made?.name}`;
    expect((await eve.call('GET', path)).status).toBe(404);
    const bytes = new Uint8Array(await (await ann.call('GET', path)).arrayBuffer());
    expect(bytes.length).toBe(made?.bytes);
    expect(gunzipSync(bytes).includes('weft')).toBe(true);
    for (const wrong of ['/v1/backups/server.json', '/v1/backups/..%2Fserver.json'])
      expect((await ann.call('GET', wrong)).status).toBe(404);
    expect((await ann.call('DELETE', path)).status).toBe(200);
    expect((await state()).backups).toEqual([]);
  } finally {
    await server.close();
  }
});

// On a database that other servers share no server is asked.
it.skipIf(isOnCitus())('says why a backup was not made, and stops one with the server', async () => {
  const server = await startTestServer();
  try {
    const ann = await server.signUp('Ann');
    const { dataDir } = server.parts.settings;
    // The command asks the server by what stands here.
    await chmod(`${dataDir}/operator.json`, 0o600);
    await writeFile(`${dataDir}/operator.json`, '{}');
    await mkdir(`${dataDir}/backups`, { recursive: true });
    expect((await ann.call('POST', '/v1/backups')).status).toBe(200);
    await server.parts.backups.idle();
    expect(await json(await ann.call('GET', '/v1/backups'))).toMatchObject({
      backups: [],
      fault: expect.stringContaining('it could not be asked'),
    });
    await ann.call('POST', '/v1/backups');
  } finally {
    await server.close();
  }
});
