// `npm run check`: format, lint, types, levels, unused code, file sizes, words.
import { checkLine, runChecks } from './checks/run-checks.mjs';
import { ensureInstalled, say } from './install.mjs';
import { endWithParent, isEnding } from './processes.mjs';

endWithParent();
try {
  const results = await runChecks(await ensureInstalled(), (result) => console.log(checkLine(result)));
  const failed = results.filter((result) => !result.ok).length;
  console.log(`${results.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  if (!isEnding()) {
    say(error.message);
    process.exitCode = 1;
  }
}
