import { fieldTypes } from '@weft/core';
import { generatedOutcome } from '@weft/forms/testing';
import { expect, it } from 'vitest';
import { unreadOfFieldTypes } from './unread.ts';

const forms = Array.from({ length: 400 }, (_, seed) => seed);

/** What `work` gives while reading any of these properties throws. */
function without<T>(work: () => T): T {
  const taken = Object.values(fieldTypes).flatMap((type) =>
    unreadOfFieldTypes.map((name) => [type, name, Object.getOwnPropertyDescriptor(type, name)] as const),
  );
  const get = () => {
    throw new Error('This is left out of published forms');
  };
  for (const [type, name] of taken) Object.defineProperty(type, name, { get, configurable: true });
  try {
    return work();
  } finally {
    // Other tests read them.
    for (const [type, name, was] of taken)
      if (was === undefined) Reflect.deleteProperty(type, name);
      else Object.defineProperty(type, name, was);
  }
}

it('forms are judged alike without what their scripts are built without', () => {
  const whole = forms.map(generatedOutcome);
  expect(() => without(() => fieldTypes.number.parse)).toThrow('left out of published forms');
  expect(without(() => forms.map(generatedOutcome))).toEqual(whole);
});
