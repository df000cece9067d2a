import { type AnyCall, type CallName, calls, errorsOf, type HttpCalls, httpCalls } from '@weft/protocol';
import { type ErrorKind, errorKinds } from '@weft/std';
import { z } from 'zod';

interface Declared {
  readonly name: string;
  readonly pattern: RegExp;
  readonly errors: { readonly [Kind in ErrorKind]?: string };
  /** What the whole body is; null: not JSON, or a stream. */
  readonly answer: z.ZodType | null;
}

const rpcCalls = (Object.entries(calls) as [CallName, AnyCall][]).map(
  ([name, call]): Declared => ({
    name,
    pattern: new RegExp(`^(GET|POST) /rpc/${name.replaceAll('.', '\\.')}$`),
    errors: errorsOf(call),
    answer:
      call.kind === 'subscription' ? null : z.strictObject({ result: z.strictObject({ data: call.answer }) }),
  }),
);
const otherCalls = Object.entries<HttpCalls[string]>(httpCalls).map(
  ([route, call]): Declared => ({
    name: route,
    pattern: new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}$`),
    errors: errorsOf(call),
    answer: call.answer instanceof z.ZodType ? call.answer : null,
  }),
);
const declared = [...rpcCalls, ...otherCalls];

function requireDeclaredError({ name, errors }: Declared, status: number): void {
  const kinds = Object.entries(errorKinds).filter(([, policy]) => policy.status === status);
  if (kinds.length > 0 && !kinds.some(([kind]) => kind in errors))
    throw new Error(`${name} answered ${status} (${kinds[0]?.[0]}), which its definition does not declare`);
}

/**
 * For tests: throws where a call answers what its definition does not declare: an error of another kind, by its status,
 * which the pages of published forms have too (statuses of the sign-in library that no kind has say nothing), or JSON
 * that the schema of its answer refuses.
 */
export async function requireDeclaredAnswer(method: string, url: URL, response: Response): Promise<void> {
  const call = declared.find(({ pattern }) => pattern.test(`${method} ${url.pathname}`));
  if (call === undefined) return;
  if (response.status >= 400) return requireDeclaredError(call, response.status);
  if (call.answer === null || response.status !== 200) return;
  const { success, error } = call.answer.safeParse(await response.clone().json());
  if (!success)
    throw new Error(`${call.name} answered what its definition does not declare: ${error.message}`);
}
