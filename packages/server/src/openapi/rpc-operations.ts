import { type AnyCall, type CallName, type CallType, calls } from '@weft/protocol';
import type { z } from 'zod';
import { curlOf } from './curl.ts';
import type { SchemaCollector } from './json-schema.ts';
import { errorResponses, json, type Operation, object, scopeText, sentences } from './operation-parts.ts';

/** What calls of a group are about, in the order of the page. */
const rpcTags: { readonly [group: string]: string } = {
  metadata: 'Databases',
  records: 'Records',
  fields: 'Fields',
  views: 'Views',
  tables: 'Tables',
  history: 'History',
  base: 'History',
  import: 'Import',
  csvCreateTableStream: 'Import',
  forms: 'Forms',
  apps: 'Apps',
  scheduling: 'Scheduling',
  integrations: 'Integrations',
};
const rpcMethods: { readonly [K in CallType]: readonly ('get' | 'post')[] } = {
  query: ['get', 'post'],
  mutation: ['post'],
  subscription: ['get', 'post'],
};

/** A call of the protocol, by the methods it is served by. */
export function rpcOperations(
  name: CallName,
  schemas: SchemaCollector,
  baseUrl: string,
): { readonly [method: string]: Operation } {
  const methods = rpcMethods[calls[name].kind];
  return Object.fromEntries(methods.map((method) => [method, rpcOperation(name, method, schemas, baseUrl)]));
}

function rpcOperation(
  name: CallName,
  method: 'get' | 'post',
  schemas: SchemaCollector,
  baseUrl: string,
): Operation {
  const { kind, input, summary, more, errors, answer, example }: AnyCall = calls[name];
  const schema = schemas.add(input as z.ZodType, 'input');
  const data = schemas.add(answer, 'output');
  const content = { 'application/json': { schema, example } };
  const streams = kind === 'subscription';
  const path = `/rpc/${name}`;
  return {
    operationId: method === 'post' && kind !== 'mutation' ? `${name}.post` : name,
    summary,
    description: sentences(
      more,
      scopeText(calls[name].scope),
      method === 'post' && kind !== 'mutation'
        ? 'The same as GET, for an input too long for an address.'
        : '',
    ),
    tags: [rpcTags[name.split('.')[0] ?? ''] ?? 'Records'],
    ...(method === 'get'
      ? {
          parameters: [
            { name: 'input', in: 'query', required: true, description: 'The input, as JSON.', content },
            ...(streams
              ? [
                  {
                    name: 'Last-Event-ID',
                    in: 'header',
                    description: 'The id of the last event that was received: the stream goes on behind it.',
                    schema: { type: 'string' },
                  },
                ]
              : []),
          ],
        }
      : { requestBody: { required: true, content } }),
    responses: {
      200: streams
        ? {
            description: 'Events; the `data` of each is:',
            content: { 'text/event-stream': { schema: data } },
          }
        : { description: 'Done.', content: json(object({ result: object({ data }) })) },
      ...errorResponses(errors, 'RpcError'),
    },
    'x-codeSamples': [
      {
        lang: 'Shell',
        label: 'curl',
        source: curlOf({
          baseUrl,
          path,
          method: method.toUpperCase(),
          bearer: true,
          streams,
          ...(method === 'get' ? { query: { input: JSON.stringify(example) } } : { body: example }),
        }),
      },
    ],
  };
}
