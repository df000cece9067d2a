import { expect, it } from 'vitest';
import { sha256 } from './entries/sha256.ts';
import { isWork } from './work.ts';

// Of one block and several, with the length in the last one and in a block of its own.
it.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['a'.repeat(55), '9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318'],
  ['a'.repeat(56), 'b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a'],
  ['a'.repeat(64), 'ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb'],
  ['日本😀'.repeat(50), '08405ba7ef4a598b5d31169ec1436a8355c6fbec7cdae718c597dc01771028ab'],
])('hashes %j as SHA-256 does', (text, hash) => {
  expect([...sha256(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')).toBe(hash);
});

it('knows work by fifteen bits of zero (S9)', () => {
  const hash = (...bytes: number[]) => Uint8Array.from([...bytes, ...Array(32 - bytes.length).fill(255)]);
  expect([hash(0, 1), hash(0, 0), hash(0, 2), hash(1, 0)].map(isWork)).toEqual([true, true, false, false]);
});
