import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeclaredConnectors } from '@weft/db';
import { leadsOf } from '@weft/integrations';
import { readDeclaration } from '@weft/protocol';
import type { Logger } from 'pino';
import { storedDeclaration } from './declared-services.ts';

/** Bytes of a file, and files that are read. */
const maxBytes = 262_144;
const maxFiles = 100;

const fileName = /^([A-Za-z0-9]{1,30})\.json$/;

/** What of a stored declaration says where secrets go. */
export const leadsOfStored = (stored: unknown): string => {
  const declaration = storedDeclaration(stored);
  return declaration === null ? '' : leadsOf(declaration);
};

interface Deps {
  readonly declared: DeclaredConnectors;
  readonly log: Logger;
}

async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Reads the connectors of the operator's folder, each file a new version where it says something else. What is wrong with one
 * is logged in words, and what it said before stays. One whose file is gone is not offered any more.
 */
export async function readOperatorConnectors({ declared, log }: Deps, folder: string): Promise<void> {
  const there: string[] = [];
  for (const name of (await filesIn(folder)).slice(0, maxFiles)) {
    const [, slug] = fileName.exec(name) ?? [];
    if (slug === undefined) {
      log.warn({ file: name }, 'a connector is named by letters and digits: it was left out');
      continue;
    }
    const id = `operator${slug}`;
    there.push(id);
    try {
      const text = await readFile(join(folder, name), 'utf8');
      const faults = await saveFile(declared, id, text);
      if (faults.length > 0)
        log.warn({ file: name, faults }, 'a connector is not as it has to be: what it said before stays');
    } catch (error) {
      log.warn({ file: name, error }, 'a connector cannot be read: what it said before stays');
    }
  }
  await declared.offerOwn(there);
}

/** What is wrong with a file, in words; none: it is stored. */
async function saveFile(declared: DeclaredConnectors, id: string, text: string): Promise<readonly string[]> {
  if (Buffer.byteLength(text) > maxBytes) return ['It is larger than 256 KB'];
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch (error) {
    return [`It is no JSON: ${(error as Error).message}`];
  }
  const read = readDeclaration(written);
  if ('faults' in read) return read.faults.map(({ path, message }) => `${path}: ${message}`);
  const { declaration } = read;
  await declared.ensureOwn(id, declaration);
  const saved = await declared.save({ id, organizationId: null, userId: null }, declaration, leadsOfStored);
  return saved === 'connected'
    ? [
        'origin, auth: somebody is connected, and their keys are for the host and the way in that it named before',
      ]
    : [];
}
