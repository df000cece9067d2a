import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linesOf } from './read-records.ts';

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function linesIn(text: string, size: number): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(inPieces(new TextEncoder().encode(text), size))) lines.push(line);
  return lines;
}

it('reads the lines of a text, however it is cut into pieces', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'ö', '😀', '\n') })),
      fc.integer({ min: 1, max: 7 }),
      async (parts, size) => {
        const text = parts.join('');
        const lines = text.split('\n');
        expect(await linesIn(text, size)).toEqual(lines.at(-1) === '' ? lines.slice(0, -1) : lines);
      },
    ),
  ));
