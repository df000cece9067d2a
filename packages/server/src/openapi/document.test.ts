import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from './document.ts';

const document = openApiDocument('https://weft.example.org');
const text = JSON.stringify(document);

describe('the description of the API', () => {
  it('is OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  it('refers to nothing that is not in it', () => {
    const { components } = document as { components: { [kind: string]: { [name: string]: unknown } } };
    const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w.]+)"/g)];
    expect(references.length).toBeGreaterThan(100);
    for (const [, kind = '', name = ''] of references) expect(components[kind]).toHaveProperty([name]);
    expect(text).not.toContain('$defs');
  });

  it('says that a lookup holds a list of what the linked records hold: numbers, or lists', () => {
    const { CellValue } = (document as { components: { schemas: { CellValue: { anyOf: object[] } } } })
      .components.schemas;
    const list = CellValue.anyOf.at(-1) as { items: { anyOf: { type?: string }[] }; maxItems?: number };
    // A cell gets more links than one call brings.
    expect(list.maxItems).toBeUndefined();
    expect(list.items.anyOf.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['null', 'string', 'number', 'boolean', 'array']),
    );
  });

  it('says that signing in is refused in a shape of its own', () => {
    const { paths } = document as {
      paths: { [path: string]: { [method: string]: { responses: { default: { $ref: string } } } } };
    };
    for (const [path, operations] of Object.entries(paths))
      for (const { responses } of Object.values(operations))
        expect(responses.default.$ref.endsWith('/AuthError')).toBe(path.startsWith('/api/auth/'));
  });

  it('says which errors a call has of its own, and when', () => {
    const { paths } = document as {
      paths: {
        [path: string]: {
          [method: string]: { responses: { [status: string]: { description: string } } };
        };
      };
    };
    const own = (path: string, method: string) =>
      Object.entries(paths[path]?.[method]?.responses ?? {}).flatMap(([status, { description }]) =>
        status === '200' || status === 'default' ? [] : [`${status} ${description.split(':')[0]}`],
      );
    expect(own('/rpc/records.update', 'post')).toEqual([
      '403 `forbidden`',
      '404 `not-found`',
      '409 `conflict`',
      '413 `limit`',
    ]);
    expect(own('/v1/me', 'get')).toEqual([]);
  });

  it('names no operation twice', () => {
    const ids = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says something of everything', () => {
    const { paths } = document as { paths: { [path: string]: { [method: string]: { summary: string } } } };
    for (const operations of Object.values(paths))
      for (const { summary } of Object.values(operations)) expect(summary).toMatch(/^[A-Z].{4,80}[^.]$/);
  });
});
