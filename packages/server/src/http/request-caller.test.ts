import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { Caller } from './caller.ts';
import { requirePageOwner } from './request-caller.ts';

const request = (userId: string | null, owner?: string) =>
  ({
    caller: userId === null ? null : ({ userId } as Caller),
    headers: { ...(owner !== undefined && { 'x-signed-in-as': owner }) },
  }) as unknown as FastifyRequest;

it('lets no page act as the person who signed in after the one it was opened by', () => {
  expect(() => requirePageOwner(request('ben', 'ann'))).toThrow('Somebody else is signed in');
  expect(() => requirePageOwner(request('ann', 'ann'))).not.toThrow();
  expect(() => requirePageOwner(request('ann'))).not.toThrow();
  // Whether anybody has to be signed in is for each call to say.
  expect(() => requirePageOwner(request(null, 'ann'))).not.toThrow();
});
