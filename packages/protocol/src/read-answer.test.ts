import { expect, it } from 'vitest';
import { noAnswer, readAnswer, readEvent, readResult, refusalOf } from './read-answer.ts';

const read = (text: string, status = 400) => {
  const { kind, message, details } = refusalOf(status, text, () => 'conflict');
  return { kind, message, details };
};

const faults = [{ path: 'name', reason: 'Give a name' }];
it.each([
  ['outside /rpc', { error: { kind: 'invalid', message: 'No', details: faults } }],
  [
    'under /rpc',
    { error: { message: 'No', code: -32_600, data: { kind: 'invalid', message: 'No', details: faults } } },
  ],
])('reads the error of a refusal %s', (_where, body) => {
  expect(read(JSON.stringify(body))).toEqual({ kind: 'invalid', message: 'No', details: faults });
});

it('reads the words of the sign-in library, which has no kinds', () => {
  expect(read('{"code":"INVALID_EMAIL","message":"Invalid email"}')).toEqual({
    kind: 'conflict',
    message: 'Invalid email',
    details: undefined,
  });
});

it.each([
  '',
  '<html>',
  'null',
  '[]',
  '{"error":"Bad Gateway"}',
  '{"error":{"kind":"constructor","message":1,"details":[1]}}',
])('takes nothing from what is no error of the server: %s', (text) => {
  const { kind, message, details = [] } = read(text);
  expect([kind, message, details]).toEqual(['conflict', noAnswer, []]);
});

it('knows by the status alone that a session is over, and that calls come too often', () => {
  const limit = '{"error":{"kind":"limit","message":"Too many requests"}}';
  expect([read('', 401).kind, read(limit, 429).kind, read(limit, 413).kind]).toEqual([
    'unauthenticated',
    'rate-limit',
    'limit',
  ]);
});

it.each([
  '',
  '<html>',
  '{"result":{"da',
  'null',
  '[]',
  '"OK"',
  '{}',
  '{"result":null}',
  '{"result":{"data":1}}',
])('takes for no answer of a call what the server never answers: %s', (text) => {
  expect(() => readResult('metadata.get', text)).toThrow();
  if (!text.startsWith('{}') && !text.startsWith('{"result":')) {
    expect(() => readAnswer('GET /v1/me', text)).toThrow();
    expect(() => readEvent('base.changes', text)).toThrow();
  }
});
