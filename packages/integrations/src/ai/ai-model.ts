import { OutgoingFault, type OutgoingHttp } from '../safe-fetch/outgoing-http.ts';

/** The operator's endpoint. */
export interface AiEndpoint {
  /** Of an OpenAI-compatible service: `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** Null: the endpoint asks for none. */
  readonly apiKey: string | null;
  readonly model: string;
}

export interface AiMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly text: string;
}

export interface AiQuestion {
  readonly messages: readonly AiMessage[];
  /** A JSON Schema that the answer is asked to meet; whoever asks checks the answer. Absent: the answer is text. */
  readonly jsonSchema?: object;
  readonly signal?: AbortSignal;
  /** Told what of the answer has come, as it comes: all of it so far. */
  readonly onText?: (text: string) => void;
}

export interface AiAnswer {
  readonly text: string;
  /** As the service counts them; 0 where it does not say. */
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** Why there is no answer: what somebody has to do about it decides the reason. */
export type AiReason =
  | 'unreachable'
  | 'timeout'
  | 'cancelled'
  | 'key'
  | 'model'
  | 'busy'
  | 'refused'
  | 'bad-answer';

export class AiFault extends Error {
  override readonly name = 'AiFault';
  readonly reason: AiReason;
  /** The status of the service's answer; null: there was none. */
  readonly status: number | null;

  constructor(reason: AiReason, message: string, status: number | null = null, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
    this.status = status;
  }
}

/** A long answer of a large model takes a minute or two. */
const timeout = 180_000;
const maxBytes = 4 * 1024 * 1024;

/** What of a question is asked for in a way that an endpoint may not take. */
interface Way {
  readonly schema: boolean;
  /** The answer as it is written, in events. */
  readonly parts: boolean;
}

const isSameWay = (a: Way, b: Way): boolean => a.schema === b.schema && a.parts === b.parts;

const loadProvider = async () => (await import('@ai-sdk/openai-compatible')).createOpenAICompatible;
type Chat = ReturnType<ReturnType<Awaited<ReturnType<typeof loadProvider>>>['chatModel']>;

/** One question to a language model, without memory of earlier ones. The library is loaded by the first question. */
export class AiModel {
  readonly #outgoing: Pick<OutgoingHttp, 'request'>;
  readonly #endpoint: AiEndpoint;
  /** What the endpoint takes, of what it may refuse with status 400: JSON schemas, and answers that come in parts. */
  #takes: Way = { schema: true, parts: true };

  constructor(outgoing: Pick<OutgoingHttp, 'request'>, endpoint: AiEndpoint) {
    this.#outgoing = outgoing;
    this.#endpoint = endpoint;
  }

  /** Throws AiFault. */
  async ask(question: AiQuestion): Promise<AiAnswer> {
    const schema = question.jsonSchema !== undefined && this.#takes.schema;
    const parts = question.onText !== undefined && this.#takes.parts;
    const ways = [
      { schema, parts },
      { schema: false, parts },
      { schema, parts: false },
      { schema: false, parts: false },
    ].filter((way, at, all) => all.findIndex((one) => isSameWay(one, way)) === at);
    for (const [at, way] of ways.entries())
      try {
        const answer = await this.#generate(question, way);
        // It answered without, so that is what it refused.
        this.#takes = {
          schema: this.#takes.schema && (way.schema || !schema),
          parts: this.#takes.parts && (way.parts || !parts),
        };
        return answer;
      } catch (error) {
        const isRefused = error instanceof AiFault && [400, 422, 501].includes(error.status ?? 0);
        if (!isRefused || at === ways.length - 1) throw error;
      }
    throw new AiFault('refused', 'The AI service refused');
  }

  async #generate({ messages, jsonSchema, signal, onText }: AiQuestion, way: Way): Promise<AiAnswer> {
    const { baseUrl, apiKey, model } = this.#endpoint;
    const createProvider = await loadProvider();
    const provider = createProvider({
      ...{ name: 'endpoint', baseURL: baseUrl, supportsStructuredOutputs: true, includeUsage: true },
      ...(apiKey !== null && { apiKey }),
      fetch: (url, init) => this.#fetch(String(url), init, way.parts),
    });
    const chat = provider.chatModel(model);
    const asked: Parameters<typeof chat.doGenerate>[0] = {
      prompt: messages.map(({ role, text }) =>
        role === 'system' ? { role, content: text } : { role, content: [{ type: 'text', text }] },
      ),
      // Not strict: strict schemas have no optional parts, and whoever asks checks the answer anyway.
      providerOptions: { endpoint: { strictJsonSchema: false } },
      ...(way.schema && jsonSchema && { responseFormat: { type: 'json', schema: jsonSchema } }),
      ...(signal && { abortSignal: signal }),
    };
    try {
      if (way.parts) return await inParts(await chat.doStream(asked), onText ?? (() => {}));
      const { content, usage } = await chat.doGenerate(asked);
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      onText?.(text);
      return { text, tokensIn: usage.inputTokens.total ?? 0, tokensOut: usage.outputTokens.total ?? 0 };
    } catch (error) {
      throw faultOf(error, signal);
    }
  }

  /** What the library calls `fetch`: a client of ours, which is bounded in time and size. */
  async #fetch(url: string, init: RequestInit | undefined, inParts: boolean): Promise<Response> {
    const answer = await this.#outgoing.request({
      ...{ url, method: 'POST', timeout, maxBytes, redirects: 0 },
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: String(init?.body),
      ...(init?.signal && { signal: init.signal }),
    });
    if (inParts && answer.status === 200 && /event-stream/i.test(answer.headers['content-type'] ?? ''))
      return new Response(ReadableStream.from(answer.body), {
        headers: { 'content-type': 'text/event-stream' },
      });
    const text = await answer.text();
    if (answer.status !== 200) throw refusal(answer.status);
    if (!inParts) return new Response(text, { headers: { 'content-type': 'application/json' } });
    return new Response(asOnePart(text), { headers: { 'content-type': 'text/event-stream' } });
  }
}

/** An answer that came whole though it was asked for in parts, as some services give it. */
function asOnePart(text: string): string {
  const { choices = [], ...answer } = JSON.parse(text) as {
    readonly choices?: readonly { readonly message?: { readonly content?: string | null } }[];
  };
  const parts = choices.map(({ message }, index) => ({
    ...{ index, finish_reason: 'stop', delta: { role: 'assistant', content: message?.content ?? '' } },
  }));
  const part = { ...answer, object: 'chat.completion.chunk', choices: parts };
  return `data: ${JSON.stringify(part)}\n\ndata: [DONE]\n\n`;
}

/** Reads an answer as it comes. */
async function inParts(
  { stream }: Awaited<ReturnType<Chat['doStream']>>,
  onText: (text: string) => void,
): Promise<AiAnswer> {
  const answer = { text: '', tokensIn: 0, tokensOut: 0 };
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-delta') {
      answer.text += part.delta;
      onText(answer.text);
    }
    if (part.type !== 'finish') continue;
    answer.tokensIn = part.usage.inputTokens.total ?? 0;
    answer.tokensOut = part.usage.outputTokens.total ?? 0;
  }
  return answer;
}

/** What the service says itself is not told: it may quote the operator's key or account. */
function refusal(status: number): AiFault {
  if (status === 401 || status === 403)
    return new AiFault('key', 'The AI service did not accept the key', status);
  if (status === 404)
    return new AiFault('model', 'The AI service does not know the model or the address', status);
  if (status === 429) return new AiFault('busy', 'The AI service is busy, or its quota is used up', status);
  if (status >= 500) return new AiFault('unreachable', `The AI service failed with status ${status}`, status);
  return new AiFault('refused', `The AI service refused with status ${status}`, status);
}

function faultOf(error: unknown, signal: AbortSignal | undefined): AiFault {
  if (signal?.aborted) return new AiFault('cancelled', 'The request was cancelled', null, { cause: error });
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof AiFault) return at;
    if (at instanceof OutgoingFault) {
      const reason = at.reason === 'timeout' || at.reason === 'cancelled' ? at.reason : 'unreachable';
      return new AiFault(reason, `The AI service could not be reached: ${at.message}`, null, { cause: at });
    }
  }
  return new AiFault('bad-answer', 'The AI service answered in a way that was not expected', 200, {
    cause: error,
  });
}
