// `npm run dev`: the server restarts when its code changes, the web application reloads in the browser.
// Open the address Vite prints; it passes calls on to the server.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command.mjs';
import { root } from './install.mjs';
import { exitOf, isEnding, start } from './processes.mjs';

const webPort = '5173';

await command(async (node) => {
  // The settings of `.env` count here as they do for the server alone; the environment goes before them.
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
  const port = process.env.PORT ?? '3000';
  // Links and the origin check belong to the address the browser shows.
  const env = { ...process.env, PORT: port, BASE_URL: process.env.BASE_URL ?? `http://127.0.0.1:${webPort}` };
  const options = { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] };
  const listening = ['--host', '127.0.0.1', '--port', webPort, '--strictPort'];
  const vite = ['node_modules/vite/bin/vite.js', 'packages/web', ...listening];
  const both = [
    start(node, ['--watch', '--watch-preserve-output', 'packages/server/src/main.ts'], options),
    start(node, vite, options),
  ];
  const code = await Promise.race(both.map(exitOf));
  if (!isEnding()) for (const child of both) child.kill();
  return code || 1;
});
