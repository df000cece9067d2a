import type { z } from 'zod';

/** What is said of a call outside /rpc. */
export interface HttpDoc {
  readonly summary: string;
  readonly more?: string;
  readonly tag: string;
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
