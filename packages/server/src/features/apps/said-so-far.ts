/** What the model says to the person, of an answer whose JSON is still being written; null: nothing yet. */
export function saidSoFar(json: string): string | null {
  const written = /"say"\s*:\s*"((?:[^"\\]|\\.)*)/s.exec(json)?.[1];
  // An escape, or a pair, may have come by half.
  const whole = written?.replace(/\\u[0-9a-fA-F]{0,3}$/, '');
  if (whole === undefined || whole === '') return null;
  try {
    return (JSON.parse(`"${whole}"`) as string).replace(/[\uD800-\uDBFF]$/, '').toWellFormed();
  } catch {
    return null;
  }
}
