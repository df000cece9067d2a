import { describe, expect, it } from 'vitest';
import { addressesFault, addressesIn } from './addresses.ts';

describe('addresses that are pasted', () => {
  it.each([
    ['ada@example.org', ['ada@example.org']],
    [
      'ada@example.org, Bob@Example.org;cid@example.org',
      ['ada@example.org', 'bob@example.org', 'cid@example.org'],
    ],
    ['Ada King <ada@example.org>\nBob <bob@example.org>', ['ada@example.org', 'bob@example.org']],
    ['ada@example.org bob@example.org\n\n', ['ada@example.org', 'bob@example.org']],
    ['ada@example.org\nADA@example.org', ['ada@example.org']],
  ])('are read from %j', (text, addresses) => {
    expect(addressesIn(text)).toEqual(addresses);
    expect(addressesFault(text)).toBeNull();
  });

  it('are refused by the one that is wrong, and where there are none or too many', () => {
    expect(addressesFault('ada@example.org, bob')).toBe('Not an email address: bob');
    expect(addressesFault(' \n')).not.toBeNull();
    const many = Array.from({ length: 101 }, (_, i) => `p${i}@example.org`).join('\n');
    expect(addressesFault(many)).toBe('At most 100 addresses at once: these are 101');
  });
});
