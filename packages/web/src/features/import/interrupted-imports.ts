import type { CallRequest, ImportEvent, InterruptedImport, ServiceImportRequest } from '@weft/protocol';
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

/** An import from a service, which reads everything again. */
export interface ServiceImport extends InterruptedImport {
  readonly order: ServiceImportRequest;
}

export const isOfService = (entry: InterruptedImport): entry is ServiceImport => 'service' in entry.order;

/** The stream of an import from a service, once it was resumed. */
export const streamOfOrder =
  (request: ServiceImportRequest) =>
  (signal: AbortSignal): AsyncIterable<ImportEvent> => {
    if (request.service === 'airtable') {
      const { service: _, name: _name, ...order } = request;
      return 'fieldMappings' in order
        ? rpc.stream('airtableImportToTableStream', order, signal)
        : rpc.stream('airtableImportStream', order, signal);
    }
    const { service: _, name: _name, ...order } = request;
    return 'fieldMappings' in order
      ? rpc.stream('googleSheetsImportToTableStream', order, signal)
      : rpc.stream('googleSheetsImportStream', order, signal);
  };
