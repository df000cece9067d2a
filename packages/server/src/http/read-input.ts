import type { z } from 'zod';

/** Reads a request's part with its schema; a fault is answered as 'invalid' with its path. */
export const readInput = <S extends z.ZodType>(schema: S, input: unknown): z.output<S> =>
  schema.parse(input ?? {});
