import { expect, it } from 'vitest';
import { requireDeclaredAnswer } from './declared-answers.ts';

const found = async (method: string, path: string, status: number, body: unknown): Promise<string> =>
  requireDeclaredAnswer(method, new URL(path, 'http://weft.test'), Response.json(body, { status })).then(
    () => 'declared',
    (error: Error) => error.message.split(' which its')[0]?.split(': ')[0] ?? '',
  );

it('finds an answer that its definition does not declare', async () => {
  const rpc = (data: unknown) => found('POST', '/rpc/views.delete', 200, { result: { data } });
  expect([
    await rpc({ ok: true }),
    await rpc({ ok: true, more: 1 }),
    await rpc({}),
    await found('POST', '/v1/organizations', 200, { organizationId: 'org' }),
    await found('POST', '/v1/organizations', 503, {}),
    await found('GET', '/v1/me', 409, {}),
  ]).toEqual([
    'declared',
    'views.delete answered what its definition does not declare',
    'views.delete answered what its definition does not declare',
    'POST /v1/organizations answered what its definition does not declare',
    'declared',
    'GET /v1/me answered 409 (conflict),',
  ]);
});
