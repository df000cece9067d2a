// `npm run soak -- 30`: an office of simulated people on servers that are killed at random, for so many minutes.
import { command, runProgram } from './command.mjs';
import { prepareEnvironment } from './server-environment.mjs';
import { ensureWebBuilt } from './web-build.mjs';

prepareEnvironment();
await command(async (node) => {
  await ensureWebBuilt(node);
  return runProgram(node, ['packages/bench/src/soak.ts', ...process.argv.slice(2)]);
});
