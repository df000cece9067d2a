import type { CallRequest, InterruptedImport } from '@weft/protocol';
import { interruptedImportsQuery, queryClient } from '../../queries.ts';
import { rpc } from '../../rpc.ts';

/** Reads home's lists again: an import came to an end, or stands still. */
export function refreshLists(): void {
  void queryClient.invalidateQueries({ queryKey: ['flows'] });
  void queryClient.invalidateQueries({ queryKey: interruptedImportsQuery.queryKey });
}

/** Removes an interrupted import and the database that was made for it; a colleague who was faster shows in the lists. */
export async function removeImport(importId: string): Promise<void> {
  // Whoever leaves the page at once has asked for it all the same.
  await rpc.call('import.discard', { importId }, { keepalive: true }).finally(refreshLists);
}

/** An import of a file, whose choices the wizard shows again. */
export interface FileImport extends InterruptedImport {
  readonly order: CallRequest<'import.csvImportStream'>;
}

export const isOfFile = (entry: InterruptedImport): entry is FileImport => !('service' in entry.order);

/** Starts an import from a service again, which the server then finishes whether somebody follows it or not. */
export async function resumeImport(importId: string): Promise<void> {
  await rpc.call('import.resume', { importId }).finally(refreshLists);
}
