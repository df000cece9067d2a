import type { BaseTemplate } from './template.ts';

/** Words that say nothing about what somebody wants to keep. */
const empty = new Set(
  'a about all an and app are as at back base be been by can database did do does done each every for from get gets got had has have here how i in into is it its keep like list me my need of on or our record records should table tables that the their them there they this to track tracking tracker us want was we what when where which who whose will with you your'.split(
    ' ',
  ),
);

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !empty.has(word));

/** Whether two words are forms of one: 'booking' and 'bookings', 'recipe' and 'recipes', 'hire' and 'hiring'. */
function akin(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < 4) return `${short}s` === long;
  const stem = short.replace(/(?:ies|es|e|s|y|ing)$/, '');
  return stem.length > 2 && long.startsWith(stem) && long.length - stem.length <= 4;
}

/** What a word that is found in it counts. */
const weights: readonly (readonly [of: (template: BaseTemplate) => string, weight: number])[] = [
  [({ title }) => title, 6],
  [({ words }) => words, 4],
  [({ tables }) => tables.map(({ name }) => name).join(' '), 4],
  [({ about }) => about, 2],
  [({ category }) => category, 1],
  [({ tables }) => tables.flatMap(({ fields }) => fields.map(({ name }) => name)).join(' '), 1],
];

function scoreOf(template: BaseTemplate, wanted: readonly string[]): number {
  let score = 0;
  const places = weights.map(([of, weight]) => [wordsOf(of(template)), weight] as const);
  for (const word of wanted)
    score += Math.max(
      0,
      ...places.map(([words, weight]) => (words.some((one) => akin(one, word)) ? weight : 0)),
    );
  return score;
}

/** The templates that a description fits, the best first, and all of them where it says nothing. */
export function searchTemplates(
  templates: readonly BaseTemplate[],
  description: string,
): readonly BaseTemplate[] {
  const wanted = [...new Set(wordsOf(description))];
  if (wanted.length === 0) return templates;
  return templates
    .map((template) => ({ template, score: scoreOf(template, wanted) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ template }) => template);
}
