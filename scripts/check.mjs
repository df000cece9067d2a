// `npm run check`: format, lint, types, levels, unused code, file sizes, words.
import { checkLine, runChecks } from './checks/run-checks.mjs';
import { command } from './command.mjs';

await command(async (node) => {
  const results = await runChecks(node, (result) => console.log(checkLine(result)));
  const failed = results.filter((result) => !result.ok).length;
  console.log(`${results.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
