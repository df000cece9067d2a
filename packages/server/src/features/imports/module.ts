import type { Metrics } from '../../metrics/metrics.ts';
import { bindHandlers } from '../../rpc/handler.ts';
import { airtableCalls } from './airtable/airtable-calls.ts';
import type { ImportsDeps } from './deps.ts';
import { googleSheetsCalls } from './google-sheets/google-sheets-calls.ts';
import type { ImportDeps } from './import-deps.ts';
import { importPreview } from './import-preview.ts';
import { importStreams } from './import-streams.ts';
import { Imports } from './imports.ts';
import { interruptedImportsJob, interruptedImportsSchedule } from './interrupted-imports.ts';
import { BaseMirrors, type MirrorDeps } from './mirror/base-mirrors.ts';
import { Profiles, profileIn } from './profiles.ts';

interface ImportsNeeds
  extends Omit<ImportsDeps, 'profiles' | 'imports'>,
    Pick<MirrorDeps, 'mirrors' | 'flows' | 'createMirror' | 'reopenConnection' | 'now' | 'wake'> {
  readonly metrics: Metrics;
  readonly severalServers: boolean;
}

export type ImportsModule = ReturnType<typeof importsModule>;

/** Files into tables: looking at them, running imports, and what stopped servers left of those. */
export function importsModule({ metrics, severalServers, ...given }: ImportsNeeds) {
  const deps: ImportDeps = {
    ...given,
    profiles: new Profiles(profileIn(given.fileStore)),
  };
  const imports = new Imports(deps);
  const mirrors = new BaseMirrors(given);
  metrics.watch('weft_imports_running', 'Imports running in this process.', () => imports.running);
  const callDeps: ImportsDeps = { ...deps, flowAccess: given.flowAccess, imports };
  return {
    deps,
    imports,
    /** Databases that show what a service holds. */
    mirrors,
    handlers: bindHandlers(
      { ...importPreview, ...importStreams, ...airtableCalls, ...googleSheetsCalls },
      callDeps,
    ),
    jobs: [interruptedImportsJob(imports), mirrors.job],
    // A single server finds at its start what it left itself.
    schedules: severalServers ? [interruptedImportsSchedule] : [],
    start: () => imports.start(),
    interrupt: () => imports.interrupt(),
    close: () => imports.close(),
  };
}
