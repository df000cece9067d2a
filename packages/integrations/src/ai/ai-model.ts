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

const loadProvider = async () => (await import('@ai-sdk/openai-compatible')).createOpenAICompatible;

/** One question to a language model, without memory of earlier ones. The library is loaded by the first question. */
export class AiModel {
  readonly #outgoing: Pick<OutgoingHttp, 'request'>;
  readonly #endpoint: AiEndpoint;
  /** Whether the endpoint takes JSON schemas; those that do not refuse them with status 400. */
  #takesSchemas = true;

  constructor(outgoing: Pick<OutgoingHttp, 'request'>, endpoint: AiEndpoint) {
    this.#outgoing = outgoing;
    this.#endpoint = endpoint;
  }

  /** Throws AiFault. */
  async ask(question: AiQuestion): Promise<AiAnswer> {
    const withSchema = question.jsonSchema !== undefined && this.#takesSchemas;
    try {
      return await this.#generate(question, withSchema);
    } catch (error) {
      if (!withSchema || !(error instanceof AiFault) || ![400, 422, 501].includes(error.status ?? 0))
        throw error;
      const answer = await this.#generate(question, false);
      // It answered without the schema, so the schema is what it refused.
      this.#takesSchemas = false;
      return answer;
    }
  }

  async #generate({ messages, jsonSchema, signal }: AiQuestion, withSchema: boolean): Promise<AiAnswer> {
    const { baseUrl, apiKey, model } = this.#endpoint;
    const createProvider = await loadProvider();
    const provider = createProvider({
      ...{ name: 'endpoint', baseURL: baseUrl, supportsStructuredOutputs: true },
      ...(apiKey !== null && { apiKey }),
      fetch: (url, init) => this.#fetch(String(url), init),
    });
    try {
      const { content, usage } = await provider.chatModel(model).doGenerate({
        prompt: messages.map(({ role, text }) =>
          role === 'system' ? { role, content: text } : { role, content: [{ type: 'text', text }] },
        ),
        // Not strict: strict schemas have no optional parts, and whoever asks checks the answer anyway.
        providerOptions: { endpoint: { strictJsonSchema: false } },
        ...(withSchema && jsonSchema && { responseFormat: { type: 'json', schema: jsonSchema } }),
        ...(signal && { abortSignal: signal }),
      });
      return {
        text: content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
        tokensIn: usage.inputTokens.total ?? 0,
        tokensOut: usage.outputTokens.total ?? 0,
      };
    } catch (error) {
      throw faultOf(error, signal);
    }
  }

  /** What the library calls `fetch`: a client of ours, which is bounded in time and size. */
  async #fetch(url: string, init: RequestInit | undefined): Promise<Response> {
    const answer = await this.#outgoing.request({
      ...{ url, method: 'POST', timeout, maxBytes, redirects: 0 },
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: String(init?.body),
      ...(init?.signal && { signal: init.signal }),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw refusal(answer.status);
    return new Response(text, { headers: { 'content-type': 'application/json' } });
  }
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
