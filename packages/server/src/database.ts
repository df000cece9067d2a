import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  type BaseStore,
  Bases,
  Deliveries,
  type Engine,
  Jobs,
  migrate,
  openEmbedded,
  openPostgres,
  refuseUnfinished,
  SecretRows,
} from '@weft/db';
import { AppError, type IdKind } from '@weft/std';
import type { ControlDatabase } from './control.ts';
import { databaseFault, reasonOf } from './database-fault.ts';
import { measuredEngine } from './metrics/measured-engine.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Settings } from './settings.ts';
import { toucher } from './touched-bases.ts';

interface NewBase {
  readonly organizationId: string;
  readonly ownerUserId: string;
  readonly name: string;
}

/** The database as the server uses it: the control schema, and the bases. */
export interface Database {
  readonly control: ControlDatabase;
  readonly jobs: Jobs;
  readonly deliveries: Deliveries;
  readonly secrets: SecretRows;
  readonly transaction: Engine['transaction'];
  /** Other processes may work on the same database. */
  readonly severalServers: boolean;
  readonly base: (baseId: string) => BaseStore;
  /** A base and its flow, together or not at all. */
  readonly createBase: (base: NewBase) => Promise<string>;
  readonly removeBase: (baseId: string) => Promise<void>;
  /** Drops deleted tables that nobody can restore any more; a base that fails is reported, and left for the next run. */
  readonly purge: (signal: AbortSignal, onFault: (error: unknown) => void) => Promise<void>;
  /** Resolves when the database answers. */
  readonly ping: () => Promise<void>;
  /** Copies the embedded database's files while it works; null on PostgreSQL. */
  readonly copyFiles: Engine['copyFiles'];
  readonly close: () => Promise<void>;
}

/** Milliseconds between two polls for what other processes wrote. */
const pollInterval = 100;

/** Other processes may write to the same PostgreSQL database: polls for their changes while somebody follows a base. */
function pollChanges(bases: Bases): { readonly stop: () => Promise<void> } {
  let stopped = false;
  // A base removed elsewhere, or a database that is down for a moment: the next poll recovers.
  const again = async (): Promise<void> => {
    while (!stopped) {
      await setTimeout(pollInterval, undefined, { ref: false });
      if (!stopped) await bases.look().catch(() => {});
    }
  };
  const looking = again();
  return {
    stop: () => {
      stopped = true;
      return looking;
    },
  };
}

async function openEngine({ databaseUrl, dataDir }: Settings): Promise<Engine> {
  if (databaseUrl === null) return openEmbedded(join(dataDir, 'database'));
  try {
    return await openPostgres(databaseUrl);
  } catch (error) {
    const reason = reasonOf(error);
    throw new AppError(
      'invalid',
      reason.includes('DATABASE_URL') ? `${reason}.` : `DATABASE_URL cannot be used: ${reason}.`,
    );
  }
}

/** Opens and migrates the database; explains known errors in words. */
async function openUpToDate(settings: Settings): Promise<Engine> {
  try {
    const engine = await openEngine(settings);
    try {
      await refuseUnfinished(engine);
      await migrate(engine);
      return engine;
    } catch (error) {
      await engine.close();
      throw error;
    }
  } catch (error) {
    throw databaseFault(settings, error);
  }
}

/** Opens the engine the settings name and brings the control schema up to date. */
export async function openDatabase(
  settings: Settings,
  newId: (kind: IdKind) => string,
  metrics: Metrics,
): Promise<Database> {
  const engine = measuredEngine(await openUpToDate(settings), metrics);
  const touch = (baseId: string) =>
    engine.query('UPDATE weft.flows SET updated_at = now() WHERE id = $1', [baseId]);
  const bases = new Bases(engine, {
    now: () => new Date().toISOString(),
    newActionId: () => newId('act'),
    onChanged: toucher(touch, Date.now),
  });
  const look = engine.kind === 'postgres' ? pollChanges(bases) : null;
  return {
    control: engine.kysely,
    jobs: new Jobs(engine),
    deliveries: new Deliveries(engine),
    secrets: new SecretRows(engine),
    transaction: (work) => engine.transaction(work),
    severalServers: engine.kind === 'postgres',
    base: (baseId) => bases.get(baseId),
    createBase: async ({ organizationId, ownerUserId, name }) => {
      const id = newId('bas');
      await bases.create(id, async (tx) => {
        await tx.query(
          `INSERT INTO weft.flows (id, organization_id, owner_user_id, type, name) VALUES ($1, $2, $3, 'base', $4)`,
          [id, organizationId, ownerUserId, name],
        );
      });
      return id;
    },
    removeBase: (baseId) =>
      bases.remove(baseId, async (tx) => {
        await tx.query('DELETE FROM weft.flows WHERE id = $1', [baseId]);
      }),
    purge: async (signal, onFault) => {
      for (const [id] of await engine.query(`SELECT id FROM weft.flows WHERE type = 'base' ORDER BY id`)) {
        if (signal.aborted) return;
        await bases.purge(id as string).catch(onFault);
      }
    },
    ping: async () => {
      await engine.query('SELECT 1');
    },
    copyFiles: engine.copyFiles,
    close: async () => {
      await look?.stop();
      await bases.idle();
      await engine.close();
    },
  };
}
