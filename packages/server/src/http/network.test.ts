import fc from 'fast-check';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { dropForwardedPorts, networkOf } from './network.ts';

describe('the network an address is counted by', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['no address', 'no address'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('is one for all addresses of a /64, however they are written', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    fc.assert(
      fc.property(fc.tuple(group, group, group, group), fc.ipV6(), (front, other) => {
        const prefix = front.map((part) => part.toString(16)).join(':');
        const ends = ['::', '::1', ':0:0:0:0', ':ffff:ffff:ffff:ffff', ':1:2:192.0.2.1'];
        const own = new Set(ends.map((end) => networkOf(`${prefix}${end}`)));
        expect([...own]).toEqual([`${prefix}::/64`]);
        expect(networkOf(other)).toMatch(/^([0-9a-f]{1,4}:){4}:\/64$|^[\d.]+$/);
      }),
    );
  });
});

describe('the address of a caller behind proxies', () => {
  const addressOf = async (forwardedFor: string): Promise<string> => {
    const app = fastify({ trustProxy: ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'] });
    dropForwardedPorts(app);
    app.get('/', (request) => request.ip);
    const { body } = await app.inject({ url: '/', headers: { 'x-forwarded-for': forwardedFor } });
    await app.close();
    return body;
  };

  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['1.2.3.4:5678', '1.2.3.4'],
    ['[::1]:80', '::1'],
    ['[fe80::1]', 'fe80::1'],
    ['2a00::1', '2a00::1'],
    ['2a00::80', '2a00::80'],
    ['::ffff:1.2.3.4', '::ffff:1.2.3.4'],
    // A proxy that is trusted is passed over, with a port too.
    ['9.9.9.9, 1.2.3.4:5678, 10.1.1.1:40123', '1.2.3.4'],
    ['1.2.3.4:5678 , [2001:db8::7]:443', '1.2.3.4'],
    ['unknown', 'unknown'],
    ['1.2.3.4:', '1.2.3.4:'],
    ['1.2.3.4:x', '1.2.3.4:x'],
  ])('of %s is %s', async (header, address) => {
    expect(await addressOf(header)).toBe(address);
  });
});
