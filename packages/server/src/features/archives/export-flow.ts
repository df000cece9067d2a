import type { Readable } from 'node:stream';
import type { Flow } from '@weft/db';
import { entryNames } from './archive-format.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { type FlowReader, headOf, imagesIn, linesOfTable, openFlowFile } from './archived-source.ts';
import type { ArchivesDeps } from './deps.ts';
import { linesOfSubmissions } from './submissions.ts';
import { linesOfWaiting } from './waiting-answers.ts';

/** A flow with everything in it as a ZIP archive, streamed; `onRead` hears of each piece that was read. */
export async function exportFlow(
  deps: ArchivesDeps,
  reader: FlowReader,
  flow: Flow,
  onRead: (bytes: number) => void = () => {},
): Promise<Readable> {
  const { metadata } = await deps.base(flow.id).metadata();
  // Read now: what is not there is said before the first byte.
  const head = await headOf(deps, flow, metadata.tables, []);
  const writer = new ArchiveWriter(onRead);

  const write = async (): Promise<void> => {
    if (head.form !== null) await writer.add(entryNames.submissions, linesOfSubmissions(deps, flow.id));
    const held = new Set(imagesIn(deps, head));
    if (head.form !== null) await writer.add(entryNames.waiting, linesOfWaiting(deps, flow.id, held));
    for (const table of metadata.tables)
      await writer.add(entryNames.records(table.id), linesOfTable(deps, reader, flow, table, held));
    const files = await deps.files.attachmentsOf(flow.id, [...held]);
    // Most are pictures and documents, which are compressed as they are.
    for (const { id } of files) await writer.add(entryNames.file(id), await openFlowFile(deps, id), false);
    const whole = { ...head, files: files.map(({ id, name }) => ({ id, name })) };
    await writer.add(entryNames.flow, [Buffer.from(JSON.stringify(whole, null, 1))]);
    await writer.add(entryNames.contents, [Buffer.from(JSON.stringify(writer.contents, null, 1))]);
    writer.end();
  };
  write().catch((error: unknown) => {
    // Whoever downloads it sees that it broke off: it has an end of its own, which is missing.
    if (!writer.output.destroyed) deps.log.error({ err: error, flowId: flow.id }, 'an export failed');
    writer.fail(error);
  });
  return writer.output;
}
