const most = 1_000;

/** '12 answers' on a card; null where the type of the flow takes none. */
export function answerCount(submissions: number | null): string | null {
  if (submissions === null) return null;
  if (submissions > most) return `${most}+ answers`;
  return submissions === 1 ? '1 answer' : `${submissions} answers`;
}
