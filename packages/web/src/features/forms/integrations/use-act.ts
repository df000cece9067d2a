import type { QueryKey } from '@tanstack/react-query';
import { toast } from '@weft/ui';
import { errorText } from '../../../error-text.ts';
import { queryClient } from '../../../queries.ts';

/** Runs what a button does, says why it was refused, and reads again what it may have changed. */
export const useAct =
  (changed: QueryKey) =>
  async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (refused) {
      toast(errorText(refused), { tone: 'error' });
    } finally {
      await queryClient.invalidateQueries({ queryKey: changed });
    }
  };
