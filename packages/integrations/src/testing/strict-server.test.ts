import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { googleMethod, slackMethod } from './described.ts';
import { StrictServer } from './strict-server.ts';

describe('the strict server', () => {
  const server = new StrictServer([
    {
      ...{ method: 'POST', url: 'https://api.example.org/v1/:thing' },
      query: z.strictObject({ page: z.string().optional() }),
      body: z.strictObject({ name: z.string() }),
      answer: ({ path }) => ({ json: path }),
    },
    googleMethod('drive.files.list', { answer: () => ({ json: {} }) }),
    slackMethod('chat.postMessage', { answer: () => ({ json: {} }) }),
  ]);
  beforeAll(() => server.listen());
  beforeEach(() => {
    server.reset();
    server.credentials = [{ authorization: 'Bearer right' }];
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const ask = async (url: string, json?: unknown, token = 'right') => {
    const answer = await server.outgoing.request({
      ...{ url, method: json === undefined ? 'GET' : 'POST' },
      headers: {
        authorization: `Bearer ${token}`,
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    return { status: answer.status, text: await answer.text() };
  };

  it('answers what is described, with the parts of the address decoded', async () => {
    expect(await ask('https://api.example.org/v1/a%2Fb?page=2', { name: 'x' })).toEqual({
      status: 200,
      text: '{"thing":"a/b"}',
    });
    expect(server.violations).toEqual([]);
  });

  it.each([
    ['another address', 'https://api.example.org/v2/a', { name: 'x' }],
    ['another host', 'https://api.example.com/v1/a', { name: 'x' }],
    ['an id that was not encoded', 'https://api.example.org/v1/a/b', { name: 'x' }],
    ['an unknown parameter', 'https://api.example.org/v1/a?size=2', { name: 'x' }],
    ['an unknown field', 'https://api.example.org/v1/a', { name: 'x', age: 1 }],
    ['a missing field', 'https://api.example.org/v1/a', {}],
    ['another type', 'https://api.example.org/v1/a', { name: 1 }],
    [
      'a parameter that Google does not describe',
      'https://www.googleapis.com/drive/v3/files?page=1',
      undefined,
    ],
    [
      'another type than Google describes',
      'https://www.googleapis.com/drive/v3/files?pageSize=many',
      undefined,
    ],
    ['a missing argument of Slack', 'https://slack.com/api/chat.postMessage', { text: 'x' }],
  ])('refuses %s', async (_, url, json) => {
    expect((await ask(url, json)).status).toBe(400);
    expect(server.violations.length).toBe(1);
    expect(server.calls).toEqual([]);
  });

  it('lets nobody in without the credential', async () => {
    expect((await ask('https://api.example.org/v1/a', { name: 'x' }, 'wrong')).status).toBe(401);
    expect(server.calls).toEqual([]);
  });

  it('takes no address that is not encrypted', async () => {
    expect(() => server.outgoing.request({ url: 'http://api.example.org/v1/a' })).toThrow('is not encrypted');
  });
});
