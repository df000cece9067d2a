import { AppError } from '@weft/std';
import { api } from '../../../api.ts';
import { rpc } from '../../../rpc.ts';

/** A new database with its first table; the answer is its public identifier. A half-made one is taken away. */
export async function createBlankBase(): Promise<string> {
  const { basePublicIdentifier } = await api.createBase('Untitled database', null).catch((cause: unknown) => {
    throw new AppError('unavailable', 'Failed to create base flow', undefined, { cause });
  });
  try {
    await rpc.call('metadata.create', { basePublicId: basePublicIdentifier, createDefaultRecords: true });
  } catch (cause) {
    await api.trashFlows([basePublicIdentifier], 'trash').catch(() => undefined);
    throw new AppError('unavailable', 'Failed to create base metadata', undefined, { cause });
  }
  return basePublicIdentifier;
}
