import type { HttpCall } from '@weft/protocol';
import { withoutUndefined } from '@weft/std';
import type { z } from 'zod';
import { curlOf } from './curl.ts';
import type { JsonSchema, SchemaCollector } from './json-schema.ts';
import { errorResponses, json, type Operation, scopeText, sentences } from './operation-parts.ts';

/** `/files/:id/*` as the description names it: `/files/{id}/{name}`. */
export const pathOf = (pattern: string): string => pattern.replace(/:(\w+)/g, '{$1}').replace('*', '{name}');

const partName = (name: string): string => (name === '*' ? 'name' : name);

/** A call outside /rpc; `path` is its route as `pathOf` names it. */
export function httpOperation(
  route: string,
  method: string,
  path: string,
  doc: HttpCall,
  schemas: SchemaCollector,
  baseUrl: string,
): Operation {
  const { query, body, answer, example } = doc;
  const parts = Object.entries(doc.path ?? {});
  const filled = parts.reduce(
    (text, [name, { example: id }]) => text.replace(`{${partName(name)}}`, id),
    path,
  );
  const asked = query === undefined ? null : schemas.add(query, 'input');
  const required = new Set((asked?.required ?? []) as string[]);
  const parameters = [
    ...parts.map(([name, { means, example: id }]) => ({
      name: partName(name),
      in: 'path',
      required: true,
      description: means,
      schema: { type: 'string' },
      example: id,
    })),
    ...Object.entries(doc.headers ?? {}).map(([name, { means, example: id }]) => ({
      name,
      in: 'header',
      required: true,
      description: means,
      schema: { type: 'string' },
      example: id,
    })),
    ...Object.entries((asked?.properties ?? {}) as JsonSchema).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.has(name),
      schema,
    })),
  ];
  const type = doc.upload === true ? 'multipart/form-data' : 'application/json';
  const content = Array.isArray(answer)
    ? Object.fromEntries(answer.map((one) => [one, {}]))
    : json(schemas.add(answer as z.ZodType, 'output'));
  return withoutUndefined({
    operationId: route,
    summary: doc.summary,
    description: sentences(doc.more, scopeText(doc.scope)),
    tags: [doc.tag],
    security: doc.open === true ? [] : undefined,
    parameters: parameters.length === 0 ? undefined : parameters,
    requestBody: body && {
      required: true,
      content: { [type]: withoutUndefined({ schema: schemas.add(body, 'input'), example }) },
    },
    responses: {
      200: { description: 'Done.', content },
      ...errorResponses(doc.errors, path.startsWith('/api/auth/') ? 'AuthError' : 'Error'),
    },
    'x-codeSamples': [
      {
        lang: 'Shell',
        label: 'curl',
        source: curlOf(
          withoutUndefined({
            baseUrl,
            path: filled,
            method,
            bearer: doc.open !== true,
            upload: doc.upload === true ? 'people.csv' : undefined,
            query: body === undefined ? example : undefined,
            body: body === undefined ? undefined : example,
          }),
        ),
      },
    ],
  });
}
