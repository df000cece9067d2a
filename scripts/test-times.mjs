// What the tests of `npm test` took: each suite beside its budget, and the slowest files. Nothing fails by it: a machine
// with other things to do is slow without anybody's fault, and a suite that outgrew its budget is seen here.
/**
 * Seconds on two cores with nothing else to do: 12 minutes together for the product as it was with tables alone, and two
 * more for each of what came then: home with roles, the table editor's second half, and forms.
 */
const budgets = {
  checks: 40,
  'unit tests and laws': 100,
  'database tests': 440,
  'component tests': 20,
  'browser tests': 480,
};

const listed = 15;

const seconds = (milliseconds) => `${(milliseconds / 1_000).toFixed(1)} s`.padStart(9);

/** The lines to print; `suites` are `{ name, took, files }` in the order they ran. */
export function timeReport(suites) {
  const lines = ['suite                      took    budget'];
  for (const { name, took } of suites) {
    const budget = budgets[name] * 1_000;
    const over = took > budget ? `  ${Math.round((took / budget - 1) * 100)} % over` : '';
    lines.push(`${name.padEnd(22)}${seconds(took)} ${seconds(budget)}${over}`);
  }
  const total = suites.reduce((sum, { took }) => sum + took, 0);
  const all = Object.values(budgets).reduce((sum, budget) => sum + budget * 1_000, 0);
  lines.push(`${'all'.padEnd(22)}${seconds(total)} ${seconds(all)}`);
  const files = suites
    .flatMap((suite) => suite.files.map((file) => ({ ...file, suite: suite.name })))
    .toSorted((a, b) => b.took - a.took)
    .slice(0, listed);
  if (files.length > 0) lines.push('', `the ${files.length} slowest files`);
  for (const { file, took } of files) lines.push(`${seconds(took)}  ${file}`);
  return lines;
}
