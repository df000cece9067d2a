import type { Filter } from '@weft/core';
import type { AnswerField, AnswerTransform } from '@weft/forms';
import { z } from 'zod';

/** Stored with each delivery; it never changes. */
export const integrationKind = 'integration';

/** What goes into a field of a target: the answer to a question, or a text with answers in it. */
export type ValueSource = {
  /** How the text of the answer is changed before it is written. */
  readonly transform?: AnswerTransform | undefined;
  /** It is written for answers for which these conditions hold; for all when absent. */
  readonly when?: Filter | undefined;
} & (
  | { readonly questionId: string }
  | {
      readonly template: string;
      /** Which question each name in the text was when it was written, by the name's key: it may be renamed since. */
      readonly questions?: { readonly [nameKey: string]: string } | undefined;
    }
);

/** Where the answers to a form go, and how: the config of a write query. */
export interface WriteConfig {
  /** The target, by the key of each step to it. */
  readonly settings: { readonly [key: string]: string };
  /** By the id of the target's field. */
  readonly nameMappings: { readonly [targetFieldId: string]: ValueSource };
  /** Answers for which these conditions do not hold are not written; null: all are. */
  readonly when: Filter | null;
  /** Of an app: the table whose records are written; undefined: it is about no record. */
  readonly tableId?: string | undefined;
}

/** An answer on its way, as its delivery keeps it. */
const answerContent = z.object({
  integrationId: z.string(),
  flowId: z.string(),
  fields: z.array(z.looseObject({ id: z.string(), name: z.string(), type: z.string() })),
  values: z.array(z.tuple([z.string(), z.unknown()])),
  /** Texts that somebody wrote in the place of what answers come to, by the target's field. */
  edited: z.record(z.string(), z.string()).optional(),
  /** The conditions, as JSON, where they ask about what the form did not ask: nobody knows whether they hold. */
  unjudged: z.string().optional(),
  /** Of an app: the table of the record that it is about, and the database that holds its files. */
  tableId: z.string().optional(),
  baseId: z.string().optional(),
});
export type AnswerContent = Omit<z.infer<typeof answerContent>, 'fields'> & {
  readonly fields: readonly AnswerField[];
};

/** What a delivery keeps, which was checked as it was written; null: it is something else. */
export function readAnswerContent(content: unknown): AnswerContent | null {
  const { data } = answerContent.safeParse(content);
  return (data ?? null) as unknown as AnswerContent | null;
}
