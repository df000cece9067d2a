// `npm run dev`: the server restarts when its code changes, the web application reloads in the browser.
// Open the address Vite prints; it passes calls on to the server.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root, say } from './install.mjs';
import { endWithParent, exitOf, isEnding, start } from './processes.mjs';

const webPort = '5173';

endWithParent();
try {
  // The settings of `.env` count here as they do for the server alone; the environment goes before them.
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
  const node = await ensureInstalled();
  const port = process.env.PORT ?? '3000';
  // Links and the origin check belong to the address the browser shows.
  const env = { ...process.env, PORT: port, BASE_URL: process.env.BASE_URL ?? `http://127.0.0.1:${webPort}` };
  const options = { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] };
  const vite = [
    'node_modules/vite/bin/vite.js',
    'packages/web',
    '--host',
    '127.0.0.1',
    '--port',
    webPort,
    '--strictPort',
  ];
  const server = start(node, ['--watch', '--watch-preserve-output', 'packages/server/src/main.ts'], options);
  const web = start(node, vite, options);
  const code = await Promise.race([exitOf(server), exitOf(web)]);
  if (!isEnding()) {
    server.kill();
    web.kill();
    process.exit(code || 1);
  }
} catch (error) {
  if (!isEnding()) {
    say(error.message);
    process.exit(1);
  }
}
