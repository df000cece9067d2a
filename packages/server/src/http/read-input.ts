import type { z } from 'zod';

/** Reads a request's part with its schema; a fault is answered as 'invalid' with its path. */
export const readInput = <S extends z.ZodType>(schema: S, input: unknown): z.output<S> =>
  schema.parse(input ?? {});

/** Reads what stands behind the `?` of an address; a name without a value (`?cursor=`) says nothing. */
export const readQuery = <S extends z.ZodType>(schema: S, query: unknown): z.output<S> =>
  readInput(schema, Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== '')));
