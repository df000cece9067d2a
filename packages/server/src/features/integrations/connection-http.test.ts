import type { Connection } from '@weft/db';
import { expect, it } from 'vitest';
import { ConnectionHttp } from './connection-http.ts';

it('sends a secret that was sealed anew only where its settings lead, not where the former ones did', async () => {
  const now = { id: 'svc1', type: 'mailer', config: { host: 'new.example.org' }, secretId: 'sec2' };
  const connector = {
    ...{ type: 'mailer', label: 'Mailer' },
    baseUrl: ({ host }: { readonly host: string }) => `https://${host}`,
    auth: [
      { kind: 'config', fields: [], headers: ({ key }: { readonly key: string }) => ({ 'x-key': key }) },
    ],
  };
  const asked: unknown[] = [];
  const deps = {
    thirdParties: { connectors: [connector], providers: [] },
    connections: { find: async () => now },
    secrets: {
      // The former secret is gone with the change.
      read: async ([{ id }]: readonly [{ readonly id: string }]) =>
        new Map(id === 'sec2' ? [[id, JSON.stringify({ config: { key: 'second key' }, token: null })]] : []),
    },
    outgoing: {
      request: async ({ url, headers }: { readonly url: string; readonly headers: { 'x-key': string } }) => {
        asked.push([url, headers['x-key']]);
        return { status: 200, headers: {}, text: async () => '{}' };
      },
    },
    ...{ ownForms: () => ({}), ownPdfs: () => ({}), ai: null },
  } as unknown as ConstructorParameters<typeof ConnectionHttp>[0];
  const former = { ...now, config: { host: 'old.example.org' }, secretId: 'sec1' } as unknown as Connection;
  const http = await new ConnectionHttp(deps).of(former);
  await http.sendRaw('GET', '/me', {});
  expect(asked).toEqual([['https://new.example.org/me', 'second key']]);
});
