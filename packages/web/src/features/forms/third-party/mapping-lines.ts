import type { TargetField } from '../../integrations/integration-queries.ts';
import type { Question, WriteConfig } from './queries.ts';

type Mappings = WriteConfig['nameMappings'];

/** The columns of its table; where there is no room for them, what a line says stands below its name. */
export const mappingColumns =
  'grid-cols-[auto_minmax(0,1fr)_28px] items-center gap-x-2 px-3 @min-[38rem]:grid-cols-[minmax(0,1fr)_16px_172px_minmax(0,8.5rem)_minmax(0,7.5rem)_28px]';

/** One line of what is matched; `key` stays the same while its field is chosen anew, or a text is begun for it. */
export type MappingLine = { readonly key: string } & (
  | { readonly kind: 'question'; readonly question: Question; readonly field: TargetField | null }
  /** A text with answers in it. */
  | { readonly kind: 'text'; readonly field: TargetField }
  /** The form asks the question no longer. */
  | { readonly kind: 'gone'; readonly field: TargetField }
  /** It has to be filled in, and nothing is. */
  | { readonly kind: 'needed'; readonly field: TargetField }
);

/**
 * What is matched, question by question: those of `again` have a line more, for another field. Before them stand fields
 * that have to be filled in, and texts; behind them questions that are gone.
 */
export function mappingLines(
  fields: readonly TargetField[],
  questions: readonly Question[],
  mappings: Mappings,
  again: ReadonlySet<string>,
): readonly MappingLine[] {
  const asked = new Set(questions.map(({ id }) => id));
  const matched = new Map<string, TargetField[]>();
  const needed: MappingLine[] = [];
  const texts: MappingLine[] = [];
  const gone: MappingLine[] = [];
  for (const field of fields) {
    const source = mappings[field.id];
    if (source === undefined) {
      if (field.required) needed.push({ key: `text ${field.id}`, kind: 'needed', field });
    } else if ('template' in source) texts.push({ key: `text ${field.id}`, kind: 'text', field });
    else if (!asked.has(source.questionId)) gone.push({ key: `gone ${field.id}`, kind: 'gone', field });
    else matched.set(source.questionId, [...(matched.get(source.questionId) ?? []), field]);
  }
  const lines = questions.flatMap((question): readonly MappingLine[] => {
    const own: readonly (TargetField | null)[] = matched.get(question.id) ?? [];
    const all = own.length === 0 || again.has(question.id) ? [...own, null] : own;
    return all.map((field, place) => ({
      ...{ key: `${question.id} ${place}`, kind: 'question', question, field },
    }));
  });
  return [...needed, ...texts, ...lines, ...gone];
}
