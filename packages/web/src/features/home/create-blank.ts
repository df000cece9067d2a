import type { BaseSchema } from '@weft/core';
import { AppError } from '@weft/std';
import { api } from '../../api.ts';
import * as made from '../creation/create-database.ts';
import { settle } from './flow-moves.ts';
import { ownChangeId } from './own-changes.ts';

type Rpc = typeof import('../../rpc.ts').rpc;

/** Makes a database and what is to be in it; the answer is its public identifier. A half-made one is taken away. */
export async function createFilled(
  name: string,
  workspaceId: string | null,
  fill: (rpc: Rpc, basePublicId: string) => Promise<unknown>,
): Promise<string> {
  const { basePublicIdentifier } = await api
    .createBase(name, workspaceId, ownChangeId())
    .catch((cause: unknown) => {
      throw new AppError('unavailable', 'Failed to create base flow', undefined, { cause });
    });
  try {
    const { rpc } = await import('../../rpc.ts');
    await fill(rpc, basePublicIdentifier);
  } catch (cause) {
    await api.trashFlows([basePublicIdentifier], 'trash').catch(() => undefined);
    throw new AppError('unavailable', 'Failed to create base metadata', undefined, { cause });
  } finally {
    settle();
  }
  return basePublicIdentifier;
}

/** A database with the tables, records and views of a template. */
export async function createFromTemplate(name: string, workspaceId: string | null): Promise<string> {
  const id = await made.createFromTemplate(name, { workspaceId, actionId: ownChangeId() });
  settle();
  return id;
}

/** A database with the tables of a reviewed schema, and three empty records in each. */
export async function createFromSchema(
  schema: BaseSchema,
  workspaceId: string | null,
  onStatus: (status: 'creating_base' | 'creating_initial_rows') => void,
): Promise<string> {
  const id = await made.createFromSchema({ schema, workspaceId, actionId: ownChangeId() }, onStatus);
  settle();
  return id;
}

/** An empty database with its first table. */
export const createBlank = (workspaceId: string | null): Promise<string> =>
  createFilled('Untitled database', workspaceId, (rpc, basePublicId) =>
    rpc.call('metadata.create', { basePublicId, createDefaultRecords: true }),
  );
