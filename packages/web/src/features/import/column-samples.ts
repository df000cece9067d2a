/** A column's first three different values, shortened. */
export function columnSamples(rows: readonly (readonly string[])[], sourceIndex: number): readonly string[] {
  const samples = new Set<string>();
  for (const row of rows) {
    const text = row[sourceIndex]?.trim() ?? '';
    if (text !== '') samples.add(text.length > 60 ? `${text.slice(0, 59)}…` : text);
    if (samples.size === 3) break;
  }
  return [...samples];
}
