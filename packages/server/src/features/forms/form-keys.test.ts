import { expect, it } from 'vitest';
import { FormKeys } from './form-keys.ts';

it('another secret still knows who has answered, and signs otherwise', () => {
  const now = () => 1_000;
  const [one, other] = [new FormKeys('one', 'aa', now), new FormKeys('other', 'aa', now)];
  expect(other.person('bas', 'browser', 'ann')).toBe(one.person('bas', 'browser', 'ann'));
  expect(new FormKeys('one', 'bb', now).person('bas', 'browser', 'ann')).not.toBe(
    one.person('bas', 'browser', 'ann'),
  );
  expect(other.openedAt('bas', one.openToken('bas'))).toBeNull();
  expect(one.openedAt('bas', one.openToken('bas'))).toBe(1_000);
});

it('whoever forges a token, a proof or a link in letters of more bytes than one is refused like any other', () => {
  const keys = new FormKeys('one', 'aa', () => 1_000);
  const forged = 'é'.repeat(32);
  expect(keys.openedAt('bas', `rs.${forged}`)).toBeNull();
  expect(keys.isProof('bas', 'hash', forged)).toBe(false);
  expect(keys.provenAddress('bas', `rs.YUBiLmNv.${forged}`)).toBeNull();
  expect(keys.isCertificateProof('bas', 'sub', forged)).toBe(false);
});
