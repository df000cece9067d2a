import { type Content, migrated } from '@weft/documents';
import { formKind, questionsOf, titleOf } from '@weft/forms';
import { AppError } from '@weft/std';
import type { Colors } from './preview-colors.ts';
import { drawing, el, height, textAt, width } from './svg.ts';

const shownQuestions = 3;
const edge = 16;

/** The title and the first questions of a form, as on its page. */
export function drawForm(stored: Content, colors: Colors): string {
  const read = migrated(stored, formKind);
  if (!read.ok) throw new AppError('conflict', read.error);
  const content = read.value;
  const questions = questionsOf(content).slice(0, shownQuestions);
  return drawing([
    el('rect', { x: 0, y: 0, width, height, fill: colors('surface') }),
    textAt(edge, 24, titleOf(content), { fill: colors('text'), 'font-size': 12, 'font-weight': 600 }),
    ...questions.flatMap(({ label, required }, index) => {
      const y = 44 + index * 36;
      return [
        textAt(edge, y, `${label}${required ? ' *' : ''}`, {
          fill: colors('text-muted'),
          'font-weight': 500,
        }),
        el('rect', {
          ...{ x: edge + 0.5, y: y + 5.5, width: width - 2 * edge, height: 16, rx: 4 },
          ...{ fill: colors('surface'), stroke: colors('line-strong') },
        }),
      ];
    }),
  ]);
}
