import type { CallErrors, CallScope } from '@weft/protocol';
import { type ErrorKind, errorKinds } from '@weft/std';
import type { JsonSchema } from './json-schema.ts';

/** A call by one method at one path, as OpenAPI describes it. */
export type Operation = JsonSchema;

/** A content that is JSON of this schema. */
export const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } });
/** An object with these properties, all of them there. */
export const object = (properties: JsonSchema): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

export const scopeText = (scope: CallScope): string =>
  scope === 'none'
    ? 'Cannot be called with an access token.'
    : scope === 'open'
      ? ''
      : `Needs an access token with the scope \`${scope}\`, or a session.`;
/** Paragraphs; empty ones are left out. */
export const sentences = (...parts: readonly (string | undefined)[]): string =>
  parts.filter(Boolean).join('\n\n');

/** How errors travel: plainly, from the sign-in library, and under /rpc. */
export type ErrorShape = 'Error' | 'AuthError' | 'RpcError';

/** The answers of a call that are errors: its own by their status, and by default those that any call has. */
export function errorResponses(errors: CallErrors, shape: ErrorShape): JsonSchema {
  const own = (Object.entries(errors) as [ErrorKind, string][]).map(([kind, when]) => [
    errorKinds[kind].status,
    { description: `\`${kind}\`: ${when}`, content: json({ $ref: `#/components/schemas/${shape}Answer` }) },
  ]);
  return { ...Object.fromEntries(own), default: { $ref: `#/components/responses/${shape}` } };
}
