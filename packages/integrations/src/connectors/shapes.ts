import { z } from 'zod';

/** Shapes that answers of many services have; everything else in them is dropped. */

/** Something with an id and a name, which is a choice as it is; an id that is a number there becomes a text. */
export const named = z.object({ id: z.union([z.string(), z.number()]).transform(String), name: z.string() });

/** A moment with its distance from UTC, as ISO 8601 in UTC. */
export const instant = z.string().transform((text, context) => {
  const moment = Date.parse(text);
  if (Number.isFinite(moment)) return new Date(moment).toISOString();
  context.addIssue({ code: 'custom', message: 'Not a moment' });
  return z.NEVER;
});

const failures = z.object({
  errors: z
    .array(
      z.object({
        message: z.string(),
        extensions: z.object({ code: z.string().optional() }).optional().catch(undefined),
      }),
    )
    .min(1),
});

/** The first of the `errors` of an answer, which may have a status of success. */
const firstError = (body: unknown) => failures.safeParse(body).data?.errors[0];

/** Whether an answer with a status of success has no `errors`: `succeeded` of a connector. */
export const hasNoErrors = (body: unknown): true | string => firstError(body)?.message ?? true;
