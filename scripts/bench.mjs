// `npm run bench`: the numbers, measured on this machine beside their limits. Arguments go on to packages/bench.
import { command, runProgram } from './command.mjs';
import { prepareEnvironment } from './server-environment.mjs';
import { ensureWebBuilt } from './web-build.mjs';

prepareEnvironment();
await command(async (node) => {
  await ensureWebBuilt(node);
  return runProgram(node, ['packages/bench/src/main.ts', ...process.argv.slice(2)]);
});
