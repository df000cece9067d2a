// What the scripts of package.json have in common: they install what is missing, run something under the pinned Node,
// and end with its exit code; a fault is said in one sentence.
import { ensureInstalled, root, say } from './install.mjs';
import { endWithParent, isEnding, run } from './processes.mjs';

/**
 * @param {(node: string) => Promise<number>} work given the path of the pinned Node; resolves to the exit code
 * @param {() => void} [failed] what to say besides the sentence
 */
export async function command(work, failed = () => {}) {
  endWithParent();
  try {
    const code = await work(await ensureInstalled());
    if (!isEnding()) process.exit(code);
  } catch (error) {
    if (isEnding()) return;
    say(error.message);
    failed();
    process.exit(1);
  }
}

/** Runs a program of this repository to its end, its words going where ours go; its exit code. */
export const runProgram = (node, args) =>
  run(node, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
