import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from './ports.ts';

/** Radicale, a real CalDAV server, with a calendar `work` for each person; their password is `secret`. */
export interface Radicale {
  readonly url: string;
  /** The iCalendar text of everything in somebody's calendar. */
  readonly calendarOf: (person: string) => Promise<string>;
  readonly put: (person: string, name: string, file: string) => Promise<void>;
  readonly close: () => void;
}

/** Whether Debian's package, or another that puts it in the path, is installed. */
export const hasRadicale = (): boolean => spawnSync('radicale', ['--version']).status === 0;

export async function startRadicale(people: readonly string[]): Promise<Radicale> {
  const folder = mkdtempSync(join(tmpdir(), 'weft-radicale-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  writeFileSync(join(folder, 'users'), people.map((person) => `${person}:secret\n`).join(''));
  const settings = [
    `[server]\nhosts = 127.0.0.1:${port}`,
    `[auth]\ntype = htpasswd\nhtpasswd_filename = ${join(folder, 'users')}\nhtpasswd_encryption = plain`,
    `[storage]\nfilesystem_folder = ${join(folder, 'collections')}`,
  ].join('\n');
  writeFileSync(join(folder, 'config'), settings);
  const program = spawn('radicale', ['--config', join(folder, 'config')], { stdio: 'ignore' });
  const ask = (person: string, path: string, how: RequestInit) => {
    const authorization = `Basic ${Buffer.from(`${person}:secret`).toString('base64')}`;
    return fetch(new URL(`/${person}/work/${path}`, url), {
      ...how,
      headers: { authorization, 'content-type': 'text/calendar' },
    });
  };
  for (const person of people) {
    const make = () => ask(person, '', { method: 'MKCALENDAR' }).catch(() => null);
    for (let answer = await make(); answer?.ok !== true; answer = await make()) await setTimeout(50);
  }
  return {
    url,
    calendarOf: async (person) => (await ask(person, '', { method: 'GET' })).text(),
    put: async (person, name, file) => {
      const answer = await ask(person, name, { method: 'PUT', body: file });
      if (!answer.ok) throw new Error(`Radicale answered ${answer.status}`);
    },
    close: () => {
      program.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
