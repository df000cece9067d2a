import { expect, it } from 'vitest';
import { readError } from './read-answer.ts';

const faults = [{ path: 'name', reason: 'Give a name' }];
it.each([
  ['outside /rpc', { error: { kind: 'invalid', message: 'No', details: faults } }],
  [
    'under /rpc',
    { error: { message: 'No', code: -32_600, data: { kind: 'invalid', message: 'No', details: faults } } },
  ],
])('reads the error of a refusal %s', (_where, body) => {
  expect(readError(JSON.stringify(body))).toEqual({ kind: 'invalid', message: 'No', details: faults });
});

it('reads the words of the sign-in library, which has no kinds', () => {
  expect(readError('{"code":"INVALID_EMAIL","message":"Invalid email"}')).toEqual({
    message: 'Invalid email',
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
  const { kind, message, details = [] } = readError(text);
  expect([kind, message, details]).toEqual([undefined, undefined, []]);
});
