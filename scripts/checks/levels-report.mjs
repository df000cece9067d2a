// What dependency-cruiser found, with one rule it has no words for: no two folders side by side import each other.
const testCode = /(\.test\.tsx?|\.bench\.ts|\/testing\.ts|-laws\.ts)$/;

/** @param {import('dependency-cruiser').ICruiseResult} result */
export default function report({ modules, summary }) {
  const comments = new Map(summary.ruleSetUsed?.forbidden?.map(({ name, comment }) => [name, comment]));
  const violations = summary.violations.filter(({ rule }) => rule.severity === 'error');
  const lines = violations.map((violation) => violationLine(violation, comments.get(violation.rule.name)));
  lines.push(...pairLines(modules));
  return { output: lines.join('\n'), exitCode: lines.length === 0 ? 0 : 1 };
}

function violationLine({ rule, from, to, cycle = [], via = [] }, comment) {
  const way = [...cycle, ...via].map(({ name }) => name);
  const path = [from, ...(way.length > 0 ? way : [to])].join(' → ');
  return `${rule.name}: ${path}${comment === undefined ? '' : `\n  ${comment}`}`;
}

/** Sentences about pairs of sibling folders of a package that import each other, test code aside. */
function pairLines(modules) {
  const imports = new Map();
  for (const { source, dependencies } of modules) {
    if (testCode.test(source)) continue;
    for (const { resolved } of dependencies) {
      const siblings = siblingFolders(source, resolved);
      if (siblings === null || testCode.test(resolved)) continue;
      const key = siblings.join('\n');
      imports.set(key, [...(imports.get(key) ?? []), `${source} → ${resolved}`]);
    }
  }
  return [...imports].flatMap(([key, forth]) => {
    const [a, b] = key.split('\n');
    const back = imports.get(`${b}\n${a}`);
    // Told once, by the direction that fewer files take.
    if (back === undefined || forth.length > back.length || (forth.length === back.length && a > b))
      return [];
    return [`folder pair: ${b} imports ${a}, and ${a} imports it:\n  ${forth.join('\n  ')}`];
  });
}

/** The folders of two files of one package right below their deepest common folder; null where a file lies in it. */
function siblingFolders(source, resolved) {
  const from = source.split('/');
  const to = resolved.split('/');
  let depth = 0;
  while (depth < from.length && from[depth] === to[depth]) depth++;
  const inPackage = depth >= 3 && from[0] === 'packages' && from[2] === 'src';
  if (!inPackage || depth >= from.length - 1 || depth >= to.length - 1) return null;
  return [from.slice(0, depth + 1).join('/'), to.slice(0, depth + 1).join('/')];
}
