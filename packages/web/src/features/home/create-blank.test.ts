import { afterEach, expect, it, vi } from 'vitest';
import { createBlank } from './create-blank.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A server that answers these paths so, and what was asked of it. */
function server(answers: { readonly [path: string]: readonly [status: number, body: object] }) {
  const asked: (readonly [path: string, body: unknown])[] = [];
  // A browser tells when it finds its network again.
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const [status, body] = answers[path] ?? [404, {}];
    asked.push([path, JSON.parse(String(init.body))]);
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
  return asked;
}

it('takes a database away again whose first table could not be made', async () => {
  const asked = server({
    '/admin/bases': [200, { basePublicIdentifier: 'bas1' }],
    '/rpc/metadata.create': [422, { error: { kind: 'invalid', message: 'No' } }],
    '/admin/flows/trash': [200, { success: true }],
  });
  await expect(createBlank(null)).rejects.toThrow('Failed to create base metadata');
  expect(asked.at(-1)).toEqual(['/admin/flows/trash', { flowIds: ['bas1'], action: 'trash' }]);
});

it('leaves nothing to take away where no database was made', async () => {
  const asked = server({ '/admin/bases': [422, { error: { kind: 'invalid', message: 'No' } }] });
  await expect(createBlank(null)).rejects.toThrow('Failed to create base flow');
  expect(asked).toHaveLength(1);
});
