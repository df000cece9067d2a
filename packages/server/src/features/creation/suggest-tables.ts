import { type FieldKind, fieldKinds, isEditable, isSelectKind, mostSuggestedTables } from '@weft/core';
import { uniqueName } from '@weft/history';
import type { IdKind } from '@weft/std';
import { z } from 'zod';
import type { Ai, AiTask } from '../../ai/ai.ts';

const name = z.string().trim().min(1).max(255);
const offered = fieldKinds.filter(isEditable);

const suggestion = z.strictObject({
  tables: z
    .array(
      z.strictObject({
        name,
        headers: z
          .array(
            z.strictObject({
              name,
              type: z.enum(offered as [FieldKind, ...FieldKind[]]),
              /** Of selects. */
              options: z.array(name).max(50).optional(),
            }),
          )
          .min(1)
          .max(50),
      }),
    )
    .min(1)
    .max(mostSuggestedTables),
});

/** A table of another service, as it is suggested. */
interface SuggestedTable {
  id: string;
  name: string;
  headers: { name: string; type: FieldKind; options?: string[] }[];
}

const taskOf = (called: string, service: string) =>
  `Design from 1 to ${mostSuggestedTables} ${called} of ${service} for what the user describes, each with its columns (headers).
The first column of each names its rows and is a single_line_text. Write names in the user's language. Give selects from 2 to 8 options.`;

interface Wanted extends Pick<AiTask<unknown>, 'organizationId' | 'signal'> {
  readonly prompt: string;
  /** 'tables' or 'sheets'. */
  readonly called: string;
  readonly service: string;
}

/** Tables of another service for a description, by the language model of the server. Throws AppError. */
export async function suggestTables(
  ai: Pick<Ai, 'generate'>,
  { prompt, called, service, ...asked }: Wanted,
  newId: (kind: IdKind) => string,
): Promise<SuggestedTable[]> {
  const answer = await ai.generate({
    ...asked,
    purpose: 'schema',
    schema: suggestion,
    prompt: { task: taskOf(called, service), text: prompt },
  });
  const tables: SuggestedTable[] = [];
  for (const table of answer.tables) {
    const headers: SuggestedTable['headers'] = [];
    for (const { name, type, options = [] } of table.headers)
      headers.push({
        ...{ name: uniqueName(name, headers), type },
        ...(isSelectKind(type) && options.length > 0 && { options: [...new Set(options)] }),
      });
    tables.push({ id: newId('tbl'), name: uniqueName(table.name, tables), headers });
  }
  return tables;
}
