// `npm run bench`: the numbers, measured on this machine beside their limits. Arguments go on to packages/bench.
import { command, runProgram } from './command.mjs';
import { keepCompiledCode } from './install.mjs';
import { ensureWebBuilt } from './web-build.mjs';

// As `npm start` has it.
keepCompiledCode();
await command(async (node) => {
  await ensureWebBuilt(node);
  return runProgram(node, ['packages/bench/src/main.ts', ...process.argv.slice(2)]);
});
