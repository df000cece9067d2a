// `npm run bench`: the numbers, measured on this machine beside their limits. Arguments go on to packages/bench.
import { ensureInstalled, root, say } from './install.mjs';
import { endWithParent, isEnding, run } from './processes.mjs';
import { ensureWebBuilt } from './web-build.mjs';

endWithParent();
try {
  const node = await ensureInstalled();
  await ensureWebBuilt(node);
  const args = ['packages/bench/src/main.ts', ...process.argv.slice(2)];
  const code = await run(node, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (!isEnding()) process.exit(code);
} catch (error) {
  if (!isEnding()) {
    say(error.message);
    process.exit(1);
  }
}
