import {
  type CallName,
  calls,
  commonErrors,
  errorAnswer,
  type HttpCalls,
  httpCalls,
  protocolVersion,
  signedInErrors,
} from '@weft/protocol';
import { type ErrorKind, errorKinds } from '@weft/std';
import { sessionCookie } from '../http/session-cookie.ts';
import { components } from './components.ts';
import { httpOperation, pathOf } from './http-operation.ts';
import { type JsonSchema, SchemaCollector } from './json-schema.ts';
import { type ErrorShape, json, type Operation, object, sentences } from './operation-parts.ts';
import { rpcOperations } from './rpc-operations.ts';

interface Paths {
  [path: string]: { readonly [method: string]: Operation };
}

const tags = [
  'Signing in',
  'Account',
  'People',
  'Workspaces',
  'Databases',
  'Tables',
  'Fields',
  'Views',
  'Records',
  'History',
  'Import',
  'Files',
  'Operation',
];

/** What any call may be refused with, a paragraph for each kind. */
const commonText = Object.entries({ ...signedInErrors, ...commonErrors })
  .map(([kind, when]) => {
    // Too much and too often are one kind, told apart by their status.
    const named = kind === 'rate-limit' ? 'limit' : kind;
    return `${errorKinds[kind as ErrorKind].status} \`${named}\`: ${when}`;
  })
  .join('\n\n');

/** An error as it travels, by the part of the server that answers. */
const errorShapes = (error: JsonSchema): { readonly [S in `${ErrorShape}Answer`]: JsonSchema } => ({
  ErrorAnswer: object({ error }),
  AuthErrorAnswer: {
    description: 'In the shape of the sign-in library where that refused, else in that of every other call.',
    anyOf: [
      object({ error }),
      {
        type: 'object',
        properties: { message: { type: 'string' }, code: { type: 'string' } },
        required: ['message'],
      },
    ],
  },
  RpcErrorAnswer: object({
    error: object({ message: { type: 'string' }, code: { type: 'integer' }, data: error }),
  }),
});

/** The description of everything the server answers to programs, in OpenAPI 3.1. */
export function openApiDocument(baseUrl: string): JsonSchema {
  const schemas = new SchemaCollector(components);
  const shapes = errorShapes(schemas.add(errorAnswer, 'output'));
  const paths: Paths = {};
  for (const name of Object.keys(calls) as CallName[])
    paths[`/rpc/${name}`] = rpcOperations(name, schemas, baseUrl);
  for (const [route, doc] of Object.entries<HttpCalls[string]>(httpCalls)) {
    const [method = 'GET', pattern = '/'] = route.split(' ');
    const path = pathOf(pattern);
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: httpOperation(route, method, path, doc, schemas, baseUrl),
    };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Weft',
      version: String(protocolVersion),
      description: sentences(
        'Everything the application does, it does by these calls; programs may make them too.',
        'Sign in with an access token, made in the settings or by `POST /v1/tokens`, sent as `Authorization: Bearer …`. Browsers use the session cookie, and state-changing calls with a cookie need an `Origin` of this server.',
        'Calls under `/rpc` take one JSON input: a query in `?input=` or, when long, as the body of a POST; a mutation as the body of a POST. They answer `{result: {data}}`. Streams are server-sent events.',
        'A refusal carries `{error: {kind, message, details?, id?}}`, under `/rpc` in `error.data`. What the caller may not see answers like what does not exist. Besides its own, any call may be refused so:',
        commonText,
        'Every answer carries `x-request-id`, taken over from the request when it has a sane one; the log of the server names the request by it.',
      ),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }, { cookie: [] }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...schemas.components, ...shapes },
      responses: Object.fromEntries(
        Object.keys(shapes).map((name) => [
          name.replace('Answer', ''),
          { description: commonText, content: json({ $ref: `#/components/schemas/${name}` }) },
        ]),
      ),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token with the scopes `read`, `write` or `admin`.',
        },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description: 'The session of a browser.',
        },
      },
    },
  };
}
