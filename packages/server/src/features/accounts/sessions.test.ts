import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../http/caller.ts';
import { maxRefusalsWaiting, maxUnknownPerMinute } from '../../http/lookup-limit.ts';
import type { Auth } from './auth.ts';
import type { Callers } from './callers.ts';
import { Sessions } from './sessions.ts';

const isLimit = expect.objectContaining({ kind: 'rate-limit' });

/** Sessions over people of whom Ann alone has one; how often it was looked for one, and a clock to move. */
function world() {
  const clock = { now: 1_000_000 };
  const outage = { on: false };
  let lookups = 0;
  const find = async (text: string) => {
    lookups++;
    if (outage.on) throw new Error('The database is away');
    return text === 'session-of-ann'
      ? ({ userId: 'ann', expiresAt: Number.POSITIVE_INFINITY } as Caller)
      : null;
  };
  const callers = { ofSession: find, ofToken: find } as unknown as Callers;
  const sessions = new Sessions(
    () => ({}) as Auth,
    callers,
    { isEmpty: async () => false },
    () => clock.now,
  );
  const ask = (token: string, ip = '192.0.2.1') =>
    sessions.ofRequest({ ip, headers: { authorization: `Bearer ${token}` } } as FastifyRequest);
  return { sessions, ask, clock, outage, lookups: () => lookups };
}

describe('who sends a request', () => {
  it('is looked up for some dozens of random tokens of an address, not for all that come at once', async () => {
    const { ask, lookups } = world();
    const tokens = Array.from({ length: 4_000 }, (_, i) => `weft_random${i}`);
    const answers = await Promise.allSettled(tokens.map((token) => ask(token)));
    expect(lookups()).toBe(maxUnknownPerMinute);
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(4_000 - maxUnknownPerMinute);
    expect(refused[0]).toMatchObject({ reason: isLimit });
  });

  it('is refused after a pause where an address shows one random token after another, unless very many wait', async () => {
    const { sessions, ask } = world();
    await ask('session-of-ann');
    for (let i = 0; i < maxUnknownPerMinute; i++) await ask(`random${i}`);
    const order: string[] = [];
    const say = (what: string) => () => void order.push(what);
    const waiting = Array.from({ length: maxRefusalsWaiting }, (_, i) =>
      ask(`waiting${i}`).catch(say('waited')),
    );
    const beyond = ask('beyond').catch(say('beyond'));
    sessions.forget();
    const ann = ask('session-of-ann').then(say('ann'));
    await Promise.all([...waiting, beyond, ann]);
    expect(order.slice(0, 2).sort()).toEqual(['ann', 'beyond']);
    expect(order).toHaveLength(maxRefusalsWaiting + 2);
    await expect(ask('again')).rejects.toEqual(isLimit);
  });

  it('is still found where random tokens come from, when it was found there before, and elsewhere', async () => {
    const { sessions, ask, clock } = world();
    await ask('session-of-ann');
    for (let i = 0; i < maxUnknownPerMinute; i++) await ask(`random${i}`);
    await expect(ask('one-too-many')).rejects.toEqual(isLimit);
    sessions.forget();
    expect(await ask('session-of-ann')).toMatchObject({ userId: 'ann' });
    expect(await ask('random', '2001:db8::1')).toBeNull();
    clock.now += 60_001;
    expect(await ask('random')).toBeNull();
  });

  it('counts addresses of one IPv6 network as one, and an IPv4 address however it is written', async () => {
    const { ask } = world();
    for (let i = 0; i < maxUnknownPerMinute; i++) await ask(`random${i}`, `2001:db8:1:2::${i.toString(16)}`);
    await expect(ask('random', '2001:db8:1:2:ffff::1')).rejects.toEqual(isLimit);
    for (let i = 0; i < maxUnknownPerMinute; i++) await ask(`random${i}`, '::ffff:192.0.2.1');
    await expect(ask('random')).rejects.toEqual(isLimit);
  });

  it('is not counted while the database cannot say', async () => {
    const { ask, outage } = world();
    outage.on = true;
    for (let i = 0; i < maxUnknownPerMinute; i++)
      await expect(ask('session-of-ann')).rejects.toThrow('The database is away');
    outage.on = false;
    expect(await ask('session-of-ann')).not.toBeNull();
  });

  it('costs nothing against the limit when it is somebody', async () => {
    const { sessions, ask } = world();
    for (let i = 0; i < 2 * maxUnknownPerMinute; i++) {
      sessions.forget();
      expect(await ask('session-of-ann')).not.toBeNull();
    }
    expect(await ask('random')).toBeNull();
  });
});
