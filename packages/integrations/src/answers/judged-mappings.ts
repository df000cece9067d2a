import type { CellValue, Filter } from '@weft/core';
import { type AnswerField, canBeJudged, conditionEnv, holds } from '@weft/forms';
import type { AnswerContent, ValueSource, WriteConfig } from './answer-content.ts';

export interface JudgedMappings {
  /** What is written of this answer. */
  readonly nameMappings: WriteConfig['nameMappings'];
  /** Whether a condition left something out. */
  readonly leavesOut: boolean;
  /** The target's fields whose conditions ask about what the form did not ask: nobody knows whether they hold. */
  readonly unjudged: readonly string[];
}

/** The conditions of a mapping's fields. */
export const conditionsOfMapping = ({ nameMappings }: Pick<WriteConfig, 'nameMappings'>): readonly Filter[] =>
  Object.values(nameMappings).flatMap(({ when }) => when ?? []);

/**
 * What goes into which field for this answer, by the conditions of each. `asked` is what the form may ask beside what was
 * answered, and is empty in this answer. A text that somebody wrote in the place of what an answer comes to stands
 * whatever its condition says.
 */
export function judgedMappings(
  { nameMappings }: Pick<WriteConfig, 'nameMappings'>,
  { fields, values, edited = {} }: Pick<AnswerContent, 'fields' | 'values' | 'edited'>,
  asked: readonly AnswerField[],
  now: string,
): JudgedMappings {
  const known = new Set(fields.map(({ id }) => id));
  const env = conditionEnv([...fields, ...asked.filter(({ id }) => !known.has(id))], now);
  const answers = new Map(values.map(([id, value]) => [id, value as CellValue]));
  const entries = Object.entries(nameMappings);
  const isFree = (id: string, { when }: ValueSource) => when === undefined || edited[id] !== undefined;
  const unjudged = entries.filter(
    ([id, source]) => !isFree(id, source) && source.when !== undefined && !canBeJudged(source.when, env),
  );
  const held = entries.filter(
    ([id, source]) => isFree(id, source) || source.when === undefined || holds(source.when, env, answers),
  );
  return {
    nameMappings: Object.fromEntries(held),
    leavesOut: held.length < entries.length,
    unjudged: unjudged.map(([id]) => id),
  };
}
