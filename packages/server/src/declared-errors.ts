import { type AnyCall, type CallName, calls, errorsOf, type HttpCalls, httpCalls } from '@weft/protocol';
import { type ErrorKind, errorKinds } from '@weft/std';

interface Declared {
  readonly name: string;
  readonly pattern: RegExp;
  readonly errors: { readonly [Kind in ErrorKind]?: string };
}

const rpcCalls = (Object.entries(calls) as [CallName, AnyCall][]).map(
  ([name, call]): Declared => ({
    name,
    pattern: new RegExp(`^(GET|POST) /rpc/${name.replaceAll('.', '\\.')}$`),
    errors: errorsOf(call),
  }),
);
const otherCalls = Object.entries<HttpCalls[string]>(httpCalls).map(
  ([route, call]): Declared => ({
    name: route,
    pattern: new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}$`),
    errors: errorsOf(call),
  }),
);
const declared = [...rpcCalls, ...otherCalls];

/**
 * For tests: throws where a call answers a kind of error that its definition does not declare. By the status, which the
 * pages of published forms have too; statuses of the sign-in library that no kind has say nothing.
 */
export function requireDeclaredError(method: string, url: URL, status: number): void {
  if (status < 400) return;
  const call = declared.find(({ pattern }) => pattern.test(`${method} ${url.pathname}`));
  const kinds = Object.entries(errorKinds).filter(([, policy]) => policy.status === status);
  if (call === undefined || kinds.length === 0) return;
  if (!kinds.some(([kind]) => kind in call.errors))
    throw new Error(
      `${call.name} answered ${status} (${kinds[0]?.[0]}), which its definition does not declare`,
    );
}
