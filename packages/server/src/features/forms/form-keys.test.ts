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
