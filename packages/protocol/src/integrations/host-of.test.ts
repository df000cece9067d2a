import { expect, it } from 'vitest';
import { hostOf } from './host-of.ts';

it('cuts an address down to its host, however it was copied', () => {
  for (const text of [
    'ada.api-us1.com',
    ' https://ada.api-us1.com/ ',
    'HTTP://ada.api-us1.com/api/3?x=1#y',
    'ada.api-us1.com/api/3',
  ])
    expect(hostOf(text)).toBe('ada.api-us1.com');
});
