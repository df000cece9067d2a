import { AppError } from '@weft/std';
import { api } from '../../api.ts';
import { settle } from './flow-moves.ts';
import { ownChangeId } from './own-changes.ts';

/** Makes an empty database with its first table; the answer is its public identifier. A half-made one is taken away. */
export async function createBlank(workspaceId: string | null): Promise<string> {
  const { basePublicIdentifier } = await api
    .createBase('Untitled database', workspaceId, ownChangeId())
    .catch((cause: unknown) => {
      throw new AppError('unavailable', 'Failed to create base flow', undefined, { cause });
    });
  try {
    const { rpc } = await import('../../rpc.ts');
    await rpc.call('metadata.create', { basePublicId: basePublicIdentifier, createDefaultRecords: true });
  } catch (cause) {
    await api.trashFlows([basePublicIdentifier], 'trash').catch(() => undefined);
    throw new AppError('unavailable', 'Failed to create base metadata', undefined, { cause });
  } finally {
    settle();
  }
  return basePublicIdentifier;
}
