import { content } from '../content.ts';
import { imageOf, longestAlt } from '../images.ts';
import type { QuestionType } from '../question-type.ts';
import { isOn, textOf } from '../settings.ts';

/** An image on a page. Whoever does not see it hears what it shows, unless it only decorates the page. */
export const image: QuestionType = {
  label: 'Image',
  needsNoLabel: true,
  settings: {
    image: { kind: 'image', label: 'Image' },
    alt: {
      kind: 'text',
      isSaid: true,
      label: 'What it shows',
      hint: 'Read out to people who do not see it.',
      maxLength: longestAlt,
    },
    decorative: { kind: 'flag', label: 'Only decorates the page' },
    width: {
      kind: 'pick',
      label: 'Width',
      options: [
        { value: 'full', label: 'Full' },
        { value: 'medium', label: 'Medium' },
        { value: 'small', label: 'Small' },
      ],
    },
  },
  ...content,
  fault: (question) => {
    if (imageOf(question.settings.image) === null) return 'choose an image first';
    if (isOn(question, 'decorative') || textOf(question, 'alt').trim() !== '') return null;
    return 'say what it shows, or that it only decorates the page';
  },
};
