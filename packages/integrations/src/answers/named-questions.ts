import { type AnswerField, nameKey, namesIn, withNames } from '@weft/forms';
import type { WriteConfig } from './answer-content.ts';

type Mappings = WriteConfig['nameMappings'];

/** The question of each name; of two with one name the last, as texts are filled in. */
const idsByName = (fields: readonly AnswerField[]): ReadonlyMap<string, string> =>
  new Map(fields.map(({ id, name }) => [nameKey(name), id]));

/**
 * The mapping, with the id of the question that each name in its texts means, so that it can be renamed. A name that no
 * question has any more keeps the id of `before`.
 */
export function withQuestions(
  mappings: Mappings,
  fields: readonly AnswerField[],
  before: Mappings,
): Mappings {
  const now = idsByName(fields);
  const nameOf = new Map(fields.map(({ id, name }) => [id, nameKey(name)]));
  const formerly = new Map(
    Object.values(before).flatMap((source) =>
      'template' in source ? Object.entries(source.questions ?? {}) : [],
    ),
  );
  const meant = (key: string): string | undefined => {
    const former = formerly.get(key);
    // Of two questions with one name it stays the one that it was.
    return former !== undefined && nameOf.get(former) === key ? former : (now.get(key) ?? former);
  };
  return Object.fromEntries(
    Object.entries(mappings).map(([target, source]) => {
      if (!('template' in source)) return [target, source];
      const { questions: _, ...text } = source;
      const questions = namesIn(source.template).flatMap((name): [string, string][] => {
        const id = meant(nameKey(name));
        return id === undefined ? [] : [[nameKey(name), id]];
      });
      return [target, questions.length === 0 ? text : { ...text, questions: Object.fromEntries(questions) }];
    }),
  );
}

/** The mapping as people write it: its texts name each question as it is called now. */
export function inNamesOfNow(mappings: Mappings, fields: readonly AnswerField[]): Mappings {
  const now = idsByName(fields);
  const nameOf = new Map(fields.map(({ id, name }) => [id, name]));
  return Object.fromEntries(
    Object.entries(mappings).map(([target, source]) => {
      if (!('template' in source)) return [target, source];
      const { questions = {}, ...text } = source;
      const known = new Map(Object.entries(questions));
      const renamed = (key: string): string | null => {
        const id = known.get(key);
        const name = id === undefined ? undefined : nameOf.get(id);
        // Read again, it has to mean the same question.
        return name === undefined || nameKey(name) === key || now.get(nameKey(name)) !== id ? null : name;
      };
      return [target, { ...text, template: withNames(source.template, renamed) }];
    }),
  );
}
