import type { FastifyInstance } from 'fastify';
import { Presence } from '../../presence/presence.ts';
import { bindHandlers } from '../../rpc/handler.ts';
import { unreferencedFilesJob, unreferencedFilesSchedule } from './attachments/unreferenced-files.ts';
import { uploadFromUrl } from './attachments/upload-from-url.ts';
import { mountAttachments } from './attachments/upload-route.ts';
import type { BasesDeps } from './deps.ts';
import { mountExport } from './export/export-route.ts';
import { baseChanges } from './methods/base-changes.ts';
import { fields } from './methods/fields.ts';
import { history } from './methods/history.ts';
import { initialRows } from './methods/initial-rows.ts';
import { metadata } from './methods/metadata.ts';
import { present } from './methods/present.ts';
import { readRecords } from './methods/read-records.ts';
import { RunningCalls } from './methods/running-calls.ts';
import { tables } from './methods/tables.ts';
import { views } from './methods/views.ts';
import { writeRecords } from './methods/write-records.ts';
import { ScanSlots, usualScanLimits } from './reads/scan-slots.ts';

interface BasesNeeds extends Omit<BasesDeps, 'scanSlots' | 'runningCalls' | 'presence'> {
  readonly scanMaxSeconds: number;
}

export type BasesModule = ReturnType<typeof basesModule>;

/** Tables, fields, views, records and their history: reading, changing, following and exporting them. */
export function basesModule({ scanMaxSeconds, ...given }: BasesNeeds) {
  const scanSlots = new ScanSlots({ ...usualScanLimits, longestScan: scanMaxSeconds * 1_000 });
  const presence = new Presence(given.now);
  const deps: BasesDeps = { ...given, scanSlots, runningCalls: new RunningCalls(), presence };
  const { metrics } = deps;
  metrics.watch('weft_scans_running', 'Reads that look through whole tables now.', () => scanSlots.running);
  metrics.watch(
    'weft_people_present',
    'People who have a database, form or app open now.',
    () => presence.people,
  );
  metrics.watch('weft_scans_waiting', 'Such reads that wait for their turn.', () => scanSlots.waiting);
  const methods = {
    ...metadata,
    ...readRecords,
    ...writeRecords,
    ...initialRows,
    ...fields,
    ...views,
    ...tables,
    ...history,
    ...baseChanges,
    ...present,
    ...uploadFromUrl,
  };
  return {
    deps,
    handlers: bindHandlers(methods, deps),
    jobs: [unreferencedFilesJob(deps)],
    schedules: [unreferencedFilesSchedule],
    mount: (app: FastifyInstance) => {
      mountExport(app, deps);
      mountAttachments(app, deps);
    },
    close: () => {
      presence.close();
      scanSlots.close();
    },
  };
}
