import { describe, expect, it } from 'vitest';
import { refuseProtoKeys } from './json-keys.ts';

describe('reading JSON from outside', () => {
  it.each(['{"__proto__":1}', '{"a":[{"__proto__":{}}]}', '{"\\u005f_proto__":1}'])('refuses %s', (json) => {
    expect(() => refuseProtoKeys(json)).toThrow(expect.objectContaining({ kind: 'invalid' }));
  });
  it('looks as deep as JSON nests', () => {
    const deep = (inside: string) => '['.repeat(200_000) + inside + ']'.repeat(200_000);
    expect(() => refuseProtoKeys(deep('{"__proto__":1}'))).toThrow(/not allowed/);
    expect(() => refuseProtoKeys(deep('"__proto__"'))).not.toThrow();
  });
  it.each(['{"a":"__proto__"}', '{"a":1}', '__proto__', ''])('lets %s pass', (json) => {
    expect(() => refuseProtoKeys(json)).not.toThrow();
  });
});
