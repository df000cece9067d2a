/** THE list of ways in which the text of an answer is changed before it is written elsewhere. */
export const answerTransforms = {
  none: (text: string) => text,
  trim: (text: string) => text.trim().replace(/\s+/g, ' '),
  lowercase: (text: string) => text.toLowerCase(),
  uppercase: (text: string) => text.toUpperCase(),
  'first word': (text: string) => text.trim().split(/\s+/)[0] ?? '',
  'last word': (text: string) => text.trim().split(/\s+/).at(-1) ?? '',
  digits: (text: string) => text.replace(/\D+/g, ''),
} as const;

export type AnswerTransform = keyof typeof answerTransforms;
