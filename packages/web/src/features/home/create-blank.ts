import { AppError } from '@weft/std';
import { api } from '../../api.ts';
import { queryClient } from '../../queries.ts';

/** Makes an empty database with its first table; the answer is its public identifier. */
export async function createBlank(): Promise<string> {
  const { basePublicIdentifier } = await api.createBase('Untitled database').catch((cause: unknown) => {
    throw new AppError('unavailable', 'Failed to create base flow', undefined, { cause });
  });
  const { rpc } = await import('../../rpc.ts');
  await rpc
    .call('metadata.create', { basePublicId: basePublicIdentifier, createDefaultRecords: true })
    .catch((cause: unknown) => {
      throw new AppError('unavailable', 'Failed to create base metadata', undefined, { cause });
    });
  void queryClient.invalidateQueries({ queryKey: ['flows'] });
  return basePublicIdentifier;
}
