import { imageOf } from './images.ts';
import type { Question } from './question.ts';

/** What is wrong with the pictures of choices, in a sentence; null: nothing. */
export function pictureFault({ choices }: Pick<Question, 'choices'>): string | null {
  for (const { label, image, alt } of choices) {
    if (imageOf(image) === null) return `the choice ‘${label.trim()}’ has no picture yet`;
    if ((alt ?? '').trim() === '')
      return `the picture of ‘${label.trim()}’ has no description: say what it shows`;
  }
  return null;
}
