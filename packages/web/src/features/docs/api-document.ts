/** The parts of an OpenAPI 3.1 document this page shows. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
}

interface Content {
  readonly [type: string]: { readonly schema?: Schema };
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly content?: Content;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: {
    readonly [status: string]: { readonly description?: string; readonly content?: Content };
  };
  readonly 'x-codeSamples': readonly { readonly label: string; readonly source: string }[];
}

export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: { readonly schemas: { readonly [name: string]: Schema } };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether an answer has the parts of such a document: what stands before the server may answer something else. */
export const isApiDocument = (value: unknown): value is ApiDocument =>
  isObject(value) &&
  'info' in value &&
  isObject(value.info) &&
  'tags' in value &&
  Array.isArray(value.tags) &&
  'paths' in value &&
  isObject(value.paths) &&
  'components' in value &&
  isObject(value.components) &&
  'schemas' in value.components &&
  isObject(value.components.schemas);

/** A call as the page shows it: a query by GET and by POST is one call. */
export interface Call {
  /** Its address on the page. */
  readonly id: string;
  readonly methods: readonly string[];
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly command: string;
  readonly parameters: readonly Parameter[];
  /** Under /rpc the one input, outside the body; null when nothing is sent. */
  readonly input: Schema | null;
  readonly answer: Schema | null;
  /** What else it may answer: types of content that are no JSON. */
  readonly files: readonly string[];
  readonly streams: boolean;
  /** Refusals of its own, besides those that any call has: each says its kind and when. */
  readonly errors: readonly { readonly status: string; readonly when: string }[];
}

export interface Group {
  readonly name: string;
  readonly calls: readonly Call[];
}

const json = (content: Content | undefined): Schema | null => content?.['application/json']?.schema ?? null;

/** Under /rpc an answer is wrapped as `{result: {data}}`: what is inside tells more. */
const unwrapped = (schema: Schema | null): Schema | null =>
  schema?.properties?.result?.properties?.data ?? schema;

function callOf(
  path: string,
  operations: { readonly [method: string]: Operation },
  methods: string[],
): Call | null {
  const operation = operations[methods[0] ?? ''];
  if (operation === undefined) return null;
  const isRpc = path.startsWith('/rpc/');
  const { parameters = [], requestBody, responses } = operation;
  const answered = responses['200']?.content ?? {};
  const types = Object.keys(answered);
  const byInput = parameters.find(({ name }) => isRpc && name === 'input');
  return {
    id: operation.operationId.replaceAll(/[^\w.]+/g, '-'),
    methods: methods.map((method) => method.toUpperCase()),
    path,
    summary: operation.summary,
    description: operation.description ?? '',
    command: operation['x-codeSamples'][0]?.source ?? '',
    parameters: parameters.filter((parameter) => parameter !== byInput),
    input:
      json(byInput?.content) ??
      json(requestBody?.content) ??
      requestBody?.content['multipart/form-data']?.schema ??
      null,
    answer: unwrapped(json(answered)) ?? answered['text/event-stream']?.schema ?? null,
    files: types.filter((type) => answered[type]?.schema === undefined),
    streams: types.includes('text/event-stream'),
    errors: Object.entries(responses).flatMap(([status, { description }]) =>
      status >= '400' && status !== 'default' ? [{ status, when: description ?? '' }] : [],
    ),
  };
}

/** The calls of the document in its groups' order; a call is one though it may be made by two methods. */
export function groupsOf(document: ApiDocument): readonly Group[] {
  const calls = new Map<string, Call[]>(document.tags.map(({ name }) => [name, []]));
  for (const [path, operations] of Object.entries(document.paths)) {
    const methods = Object.keys(operations);
    for (const together of path.startsWith('/rpc/') ? [methods] : methods.map((method) => [method])) {
      const call = callOf(path, operations, together);
      const tag = operations[together[0] ?? '']?.tags[0];
      if (call !== null && tag !== undefined) calls.get(tag)?.push(call);
    }
  }
  return [...calls].map(([name, its]) => ({ name, calls: its })).filter((group) => group.calls.length > 0);
}

/** The groups with the calls whose name, path or summary holds every word. */
export function findCalls(groups: readonly Group[], text: string): readonly Group[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  const holds = (group: Group) => (call: Call) => {
    const all = `${group.name} ${call.methods.join(' ')} ${call.path} ${call.summary}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
  return groups
    .map((group) => ({ name: group.name, calls: group.calls.filter(holds(group)) }))
    .filter((group) => group.calls.length > 0);
}
