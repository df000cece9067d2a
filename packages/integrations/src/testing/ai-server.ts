import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const message = z.strictObject({
  role: z.enum(['system', 'user', 'assistant']),
  content: z.string().min(1),
});
/** By openapi.json of openai-openapi (MIT): createChatCompletion, of which only what is sent is let through. */
const completion = z.strictObject({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  response_format: z
    .strictObject({
      type: z.literal('json_schema'),
      json_schema: z.strictObject({
        name: z.string().regex(/^[\w-]{1,64}$/),
        schema: z.looseObject({}),
        strict: z.boolean().optional(),
      }),
    })
    .optional(),
  stream: z.literal(true).optional(),
  stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
});
type Completion = z.infer<typeof completion>;

/** What happens to one request instead of an answer. */
type AiServerFault = 'hang' | 'reset' | { readonly status: number } | { readonly body: string };

/** A strict local server in the place of an OpenAI-compatible service. */
export class AiServer implements AsyncDisposable {
  readonly requests: Completion[] = [];
  readonly violations: string[] = [];
  /** What it says, one after the other, or what goes wrong; then `{}`. */
  readonly answers: (string | AiServerFault)[] = [];
  takesSchemas = true;
  /** What becomes of requests for an answer in parts: it comes so, comes whole all the same, or is refused. */
  streams: 'parts' | 'whole' | 'refused' = 'parts';
  /** Waited for before each part but the first. */
  beforePart: () => Promise<void> = async () => {};
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  static readonly key = 'sk-of-the-operator';

  async listen(): Promise<this> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    return this;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const refuse = (status: number, text: string) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: text, type: 'invalid_request_error' } }));
    };
    if (request.headers.authorization !== `Bearer ${AiServer.key}`)
      return refuse(401, `Incorrect API key: ${request.headers.authorization}`);
    const read = completion.safeParse(JSON.parse(Buffer.concat(chunks).toString()));
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions' || !read.success) {
      this.violations.push(`${request.method} ${request.url}: ${read.error && z.prettifyError(read.error)}`);
      return refuse(400, 'not described');
    }
    this.requests.push(read.data);
    if (!this.takesSchemas && read.data.response_format)
      return refuse(400, 'response_format is not supported');
    if (this.streams === 'refused' && read.data.stream) return refuse(400, 'stream is not supported');
    const answer = this.answers.shift() ?? '{}';
    if (answer === 'hang') return;
    if (answer === 'reset') return void request.socket.destroy();
    if (typeof answer === 'object' && 'status' in answer)
      return refuse(answer.status, `told by ${AiServer.key}`);
    if (typeof answer === 'string' && read.data.stream && this.streams === 'parts')
      return this.#inParts(response, read.data, answer);
    response.writeHead(200, { 'content-type': 'application/json' });
    if (typeof answer === 'object') return void response.end(answer.body);
    response.end(
      JSON.stringify({
        ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: read.data.model },
        choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: answer } }],
        usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
      }),
    );
  }

  async #inParts(response: ServerResponse, { model }: Completion, answer: string): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (event: object) => void response.write(`data: ${JSON.stringify(event)}\n\n`);
    const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model };
    const parts = answer.match(/.{1,24}/gsu) ?? [''];
    for (const [at, content] of parts.entries()) {
      if (at > 0) await this.beforePart();
      send({ ...chunk, choices: [{ index: 0, delta: { content }, finish_reason: null }] });
    }
    send({ ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    send({ ...chunk, choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } });
    response.end('data: [DONE]\n\n');
  }
}
