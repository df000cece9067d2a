import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deepestJson, requireSafeJson } from './safe-json.ts';

/** Whether the reader of the language itself comes across the key. */
function holdsProtoKey(json: string): boolean {
  let found = false;
  JSON.parse(json, (key, value) => {
    found ||= key === '__proto__';
    return value;
  });
  return found;
}

/** JSON with keys and texts that look like the forbidden one. */
const { json: jsonText } = fc.letrec<{ json: string }>((tie) => {
  const text = fc
    .oneof(fc.constantFrom('__proto__', '__proto', '"__proto__":', '\\__proto__', '\\'), fc.string())
    .map((word) => JSON.stringify(word));
  const escaped = fc
    .tuple(text, fc.boolean())
    .map(([word, isEscaped]) =>
      isEscaped ? word.replaceAll('_', '\\u005f').replaceAll('p', '\\u0070') : word,
    );
  const space = fc.constantFrom('', ' ', '\n\t');
  const entry = fc.tuple(escaped, space, tie('json'));
  return {
    json: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      escaped,
      fc.constantFrom('1', 'null', 'true'),
      fc.array(tie('json'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
      // Each key once: a reader never comes across what a second value of the same key replaces.
      fc
        .uniqueArray(entry, { maxLength: 4, selector: ([key]) => JSON.parse(key) as string })
        .map((entries) => `{${entries.map(([key, gap, value]) => `${key}${gap}:${value}`).join(' , ')}}`),
    ),
  };
});

describe('JSON from outside', () => {
  it.each([
    '{"__proto__":1}',
    '{"a":[{"__proto__" : {}}]}',
    '{"\\u005f_proto__":1}',
    '{"a":{"__proto__":1},"a":2}',
  ])('is refused as %s', (json) => {
    expect(() => requireSafeJson(json)).toThrow(expect.objectContaining({ kind: 'invalid' }));
  });
  it.each(['{"a":"__proto__"}', '{"a":1}', '{"a":"\\\\"}', '__proto__', '', '{"', '"\\'])(
    'is left to its reader as %s',
    (json) => {
      expect(() => requireSafeJson(json)).not.toThrow();
    },
  );
  it('is refused for the key exactly when a reader would come across it', () => {
    fc.assert(
      fc.property(jsonText, (json) => {
        const refused = holdsProtoKey(json);
        if (refused) expect(() => requireSafeJson(json)).toThrow(/__proto__ is not allowed/);
        else expect(() => requireSafeJson(json)).not.toThrow();
      }),
    );
  });
  it('is refused when it nests too deep, before the rest is looked at', () => {
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(() => requireSafeJson(deep(deepestJson))).not.toThrow();
    expect(() => requireSafeJson(`${deep(deepestJson + 1)}{"__proto__":1}`)).toThrow(/500 levels/);
    expect(() => requireSafeJson(deep(5_000_000))).toThrow(/500 levels/);
  });
});
