import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkOf } from './network.ts';

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
