import {
  type BaseSchema,
  type FieldKind,
  fieldKinds,
  hasEmailField,
  isLinkKind,
  isSchemaKind,
  isSelectKind,
  mostSuggestedTables,
  palette,
  type SchemaField,
  withPairedLinks,
  withPrimaryFirst,
} from '@weft/core';
import { uniqueName } from '@weft/history';
import { type IdKind, must } from '@weft/std';
import { z } from 'zod';
import type { Ai, AiTask } from '../../ai/ai.ts';

const name = z.string().trim().min(1).max(255);
const offered = fieldKinds.filter(isSchemaKind);

/** What a language model answers: names in place of ids. */
const suggestion = z.strictObject({
  name,
  tables: z
    .array(
      z.strictObject({
        name,
        fields: z
          .array(
            z.strictObject({
              name,
              type: z.enum(offered as [FieldKind, ...FieldKind[]]),
              /** Of selects. */
              options: z.array(name).max(50).optional(),
              /** Of linked_record: the name of a table of the answer. */
              linkedTable: name.optional(),
              /** Of linked_record. */
              allowMultiple: z.boolean().optional(),
            }),
          )
          .min(1)
          .max(50),
      }),
    )
    .min(1)
    .max(mostSuggestedTables),
});
type Suggestion = z.infer<typeof suggestion>;
type SuggestedField = Suggestion['tables'][number]['fields'][number];

const task = `Design a small database for what the user describes: a name, and from 1 to ${mostSuggestedTables} tables with their fields.
The first field of a table names its records and is a single_line_text. Write names in the user's language, in the plural for tables.
Give selects from 2 to 8 options. Link tables with linked_record fields, each named once: the other table gets its side by itself. linkedTable is the exact name of a table of your answer.`;
const withEmail = '\nOne of the tables is of the people who sign in, and has a field of type email.';

const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

function settingsOf(
  { type, options = [], linkedTable, allowMultiple = true }: SuggestedField,
  tables: readonly { readonly id: string; readonly name: string }[],
  newId: (kind: IdKind) => string,
): SchemaField['template'] {
  if (isLinkKind(type)) {
    const table = tables.find((one) => linkedTable !== undefined && sameName(one.name, linkedTable));
    // One that is not there is left for a person to choose.
    return { allowMultiple, ...(table !== undefined && { tableId: table.id }) };
  }
  if (!isSelectKind(type)) return {};
  const labels = [...new Set(options)];
  return {
    options: labels.map((label, at) => ({
      ...{ value: newId('opt'), label },
      color: must(palette[at % palette.length]),
    })),
  };
}

/** A schema of what a model answered: with ids, one name once, and records named by a field that can. */
function schemaOf(answer: Suggestion, newId: (kind: IdKind) => string): BaseSchema {
  const named: { id: string; name: string }[] = [];
  for (const table of answer.tables) named.push({ id: newId('tbl'), name: uniqueName(table.name, named) });
  const tables = answer.tables.map((table, at) => {
    const fields: SchemaField[] = [];
    for (const field of table.fields)
      fields.push({
        ...{ id: newId('fld'), name: uniqueName(field.name, fields), type: field.type },
        template: settingsOf(field, named, newId),
      });
    return { ...must(named[at]), fields: withPrimaryFirst(fields) };
  });
  return withPairedLinks({ name: answer.name, tables });
}

interface Wanted extends Pick<AiTask<unknown>, 'organizationId' | 'signal'> {
  readonly prompt: string;
  readonly addAuthentication: boolean;
}

/** Tables for a description, by the language model of the server. Throws AppError. */
export async function suggestSchema(
  ai: Pick<Ai, 'generate'>,
  { prompt, addAuthentication, ...asked }: Wanted,
  newId: (kind: IdKind) => string,
): Promise<BaseSchema> {
  const wanted = addAuthentication
    ? suggestion.refine(({ tables }) => hasEmailField(tables), 'One field has to be of the type email')
    : suggestion;
  const answer = await ai.generate({
    ...asked,
    purpose: 'schema',
    schema: wanted,
    prompt: { task: addAuthentication ? task + withEmail : task, text: prompt },
  });
  return schemaOf(answer, newId);
}
