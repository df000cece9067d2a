import fc from 'fast-check';
import { expect, it } from 'vitest';
import { saidSoFar } from './said-so-far.ts';

it('tells the beginning of what is said, wherever the answer stops', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), (say, at) => {
      const json = JSON.stringify({ say, operations: [{ op: 'x', say: 'no' }] });
      const said = saidSoFar(json.slice(0, at % (json.length + 1)));
      expect(say.toWellFormed().startsWith(said ?? '')).toBe(true);
    }),
  );
});

it('tells all of it once it is there', () => {
  expect(saidSoFar('Sure: {"say": "I\\u2019d add “a \\"page\\"”.\\n", "operations": [')).toBe(
    'I’d add “a "page"”.\n',
  );
});

it('tells nothing before', () => {
  expect(saidSoFar('{"sa')).toBeNull();
});
