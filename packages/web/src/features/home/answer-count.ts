const most = 1_000;

/** '12' on a card; null where the type of the flow takes no answers. */
export function answerCount(submissions: number | null): string | null {
  if (submissions === null) return null;
  return submissions > most ? `${most}+` : String(submissions);
}

/** '12 responses' in a row; null as above. */
export function answerText(submissions: number | null): string | null {
  const count = answerCount(submissions);
  return count && `${count} ${count === '1' ? 'response' : 'responses'}`;
}
