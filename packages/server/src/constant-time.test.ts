import { expect, it } from 'vitest';
import { isSameSecret } from './constant-time.ts';

it('a secret is the same as itself, whatever strangers send in its place', () => {
  expect(isSameSecret('secret', Buffer.from('secret'))).toBe(true);
  for (const sent of ['', 'secre', 'secrets', 'sécret', 'ſecret', 'Secret'])
    expect(isSameSecret(sent, 'secret')).toBe(false);
});
