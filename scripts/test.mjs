// `npm test`: installs what is missing, then runs every check and test under the pinned Node.
import { command, runProgram } from './command.mjs';

await command(
  (node) => runProgram(node, ['scripts/test-suites.mjs', ...process.argv.slice(2)]),
  () => console.log('0 passed, 1 failed'),
);
