import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@weft/std';
import { startServer } from '../compose.ts';
import type { Command } from '../operations/command.ts';
import { askWhetherEmpty } from '../operations/operator-api.ts';
import type { Settings } from '../settings.ts';
import { demo } from './demo.ts';
import { large } from './large.ts';
import { strange } from './strange.ts';
import { Visitor } from './visitor.ts';
import type { World } from './world.ts';

const worlds: { readonly [name: string]: World } = { demo, large, strange };
/** The file of the large world has about 190 MB. */
const largestFile = 256 * 1024 * 1024;

/** `seed <world>`: signs a demo person up and lets them make a world through the public calls. */
export const seed: Command = {
  usage: `npm run seed -- ${Object.keys(worlds).join('|')} [--force]`,
  flags: ['--force'],
  places: 1,
  run: async ({ settings, places: [name = ''], flags, say }) => {
    const world = worlds[name];
    if (world === undefined)
      throw new AppError(
        'invalid',
        `There is no world ${name}; there are ${Object.keys(worlds).join(', ')}.`,
      );
    await using place = await visit(settings);
    if (!flags.has('--force') && !(await place.isEmpty()))
      throw new AppError(
        'conflict',
        'People have signed up here already; --force adds the demo person beside them.',
      );
    const person = {
      name: 'Demo Person',
      email: `demo-${randomBytes(3).toString('hex')}@weft.example`,
      password: randomBytes(9).toString('base64url'),
    };
    const visitor = await Visitor.signUp(place.url, person);
    await world(visitor, say);
    const where = place.running ? ` at ${settings.baseUrl ?? place.url}` : ' after npm start';
    return `Made the world '${name}'. Sign in${where}:\n  email     ${person.email}\n  password  ${person.password}`;
  },
};

interface Place extends AsyncDisposable {
  readonly url: string;
  readonly running: boolean;
  readonly isEmpty: () => Promise<boolean>;
}

/** The server that runs on the data folder, or one of this process while the command lasts. */
async function visit(settings: Settings): Promise<Place> {
  const announced = join(settings.dataDir, 'server.json');
  if (existsSync(announced)) {
    const { pid, url } = JSON.parse(readFileSync(announced, 'utf8')) as { pid: number; url: string };
    if (isAlive(pid))
      return {
        url,
        running: true,
        isEmpty: () => askWhetherEmpty(settings.dataDir),
        [Symbol.asyncDispose]: async () => {},
      };
  }
  const csvMaxBytes = Math.max(settings.csvMaxBytes, largestFile);
  const own = { ...settings, csvMaxBytes, host: '127.0.0.1', port: 0, baseUrl: null };
  const server = await startServer(own, { patience: 0 });
  return {
    url: server.url,
    running: false,
    isEmpty: () => server.parts.accounts.people.isEmpty(),
    [Symbol.asyncDispose]: server.close,
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
