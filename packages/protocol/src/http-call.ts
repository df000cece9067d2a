import type { z } from 'zod';
import type { CallErrors } from './call-errors.ts';
import type { CallScope } from './scopes.ts';

/** One call outside /rpc: what it takes and answers, who may make it, and what /docs says of it. */
export interface HttpCall {
  /** The scope a token needs. */
  readonly scope: CallScope;
  /** The chapter of the description. */
  readonly tag: string;
  /** One line, in the imperative. */
  readonly summary: string;
  /** What one has to know besides. */
  readonly more?: string;
  readonly errors: CallErrors;
  /** Nobody has to sign in for it. */
  readonly open?: true;
  /** What the parts of the path are. */
  readonly path?: { readonly [name: string]: { readonly means: string; readonly example: string } };
  /** Headers without which it is refused. */
  readonly headers?: { readonly [name: string]: { readonly means: string; readonly example: string } };
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The body is a file, in the part `file` of a form. */
  readonly upload?: true;
  /** What is sent back as JSON; otherwise the types of content. */
  readonly answer: z.ZodType | readonly string[];
  /** A body or query that works. */
  readonly example?: { readonly [name: string]: unknown };
}

/** Calls by method and path, as in `GET /v1/me`. */
export interface HttpCalls {
  readonly [route: string]: HttpCall;
}
