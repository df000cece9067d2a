import { endFlowJob, enqueueJobs, type Flow, type FlowJob, failFlowJob } from '@weft/db';
import { AppError, errorKinds, must, notFound } from '@weft/std';
import { z } from 'zod';
import { keysOf } from '../../files/thumbnails.ts';
import type { Caller } from '../../http/caller.ts';
import { type AnyJobKind, type JobRun, jobKind, type RetryPolicy } from '../../jobs/job-kind.ts';
import { loadFlow } from '../flows/load-flow.ts';
import { type ArchivedSource, type FlowReader, sizeOfFlow, sourceOfFlow } from './archived-source.ts';
import type { ArchivesDeps } from './deps.ts';
import { type FlowFormatName, flowFormats } from './flow-formats.ts';
import { importFlow } from './import-flow.ts';
import { FlowArchive } from './read-zip.ts';
import { writeExport } from './write-export.ts';

/** Bytes from which a flow is large: what is smaller is done while the caller waits, within about two seconds. */
export const largeFlow = 16 * 1024 ** 2;
/** Of one person at a time, waiting ones included. */
export const mostFlowJobs = 5;
/** Milliseconds between two looks at whether a job was cancelled. */
const reportEvery = 400;
/** Share that is told before the end: the last step shows the flow. */
const beforeEnd = 0.99;

const queue = 'flow-jobs';
/** What fails is tried again twice: whoever asked for it waits. */
const retry: RetryPolicy = { first: 5, longest: 60, giveUpAfter: 900, maxAttempts: 3 };

const payload = z.strictObject({
  /** This job's own id. */
  jobId: z.string(),
  /** The flow that is duplicated or exported. */
  sourceId: z.string().nullable(),
  /** The file that is imported. */
  uploadId: z.string().nullable(),
  /** Of an export. */
  format: z.enum(['zip', 'csv', 'xlsx']).default('zip'),
  formulas: z.enum(['keep', 'escape']).default('keep'),
  workspaceId: z.string().nullable(),
  actionId: z.string().nullable(),
});
type Payload = z.infer<typeof payload>;
type Asked = Pick<FlowJob, 'kind' | 'name'> & Partial<Omit<Payload, 'jobId'>>;

/** Thrown inside a job that its person has cancelled. */
class Cancelled extends Error {}

/** What a job tells while it runs. */
interface Run {
  readonly job: FlowJob;
  readonly signal: AbortSignal;
  /** Notes how far it is, now and then; throws once it is to end. */
  readonly read: (amount: number, of: number) => Promise<void>;
}

/** What the file of an export is called. */
export const exportName = ({ name }: Flow, format: FlowFormatName): string =>
  `${name}.${flowFormats[format].ending}`;

/** Large duplicates, imports and exports: jobs that tell how far they are, and that can be cancelled. */
export class LargeFlows {
  readonly #deps: ArchivesDeps;
  readonly #throttle: FlowReader['throttle'];
  readonly kind: AnyJobKind;

  constructor(deps: ArchivesDeps, throttle: FlowReader['throttle']) {
    this.#deps = deps;
    this.#throttle = throttle;
    this.kind = jobKind({
      queue,
      label: 'Duplicate, import or export an item',
      payload,
      concurrency: 2,
      retry,
      run: async (work, run) => {
        await this.#run(work, run);
        return undefined;
      },
      // The fault itself is for the log, and for whoever runs the server.
      onFailure:
        ({ jobId }, _fault, givenUp) =>
        async (tx) => {
          if (givenUp)
            await failFlowJob(tx, jobId, 'It failed on the server, and nothing was kept. Try again later.');
        },
    });
  }

  async isLarge(flow: Flow): Promise<boolean> {
    return (await sizeOfFlow(this.#deps, flow)) >= largeFlow;
  }

  /** Enqueues one for the caller. */
  async begin(
    { userId, organizationId }: Pick<Caller, 'userId' | 'organizationId'>,
    { kind, name, ...asked }: Asked,
  ): Promise<FlowJob> {
    const { flowJobs, transaction, newId, wake } = this.#deps;
    const id = newId('job');
    const nothing = { sourceId: null, uploadId: null, workspaceId: null, actionId: null };
    const work: Payload = { ...nothing, format: 'zip', formulas: 'keep', ...asked, jobId: id };
    await transaction(async (tx) => {
      if (!(await flowJobs.add(tx, { id, kind, name, userId, organizationId }, mostFlowJobs)))
        throw new AppError(
          'rate-limit',
          `${mostFlowJobs} of yours are under way, the most at once: wait for one of them`,
        );
      // One after the other of each person: nobody's keep those of others waiting.
      enqueueJobs(tx, [{ id, queue, key: userId, payload: work }]);
    });
    wake();
    return must(await flowJobs.find(id), 'the job that was noted');
  }

  async #run(work: Payload, { id, signal }: JobRun): Promise<void> {
    const { flowJobs } = this.#deps;
    const job = await flowJobs.begin(id);
    try {
      if (job !== null) await this.#do(work, this.#follow(job, signal));
    } catch (error) {
      if (signal.aborted) throw error;
      if (!(error instanceof Cancelled)) {
        // What trying again does not mend is told at once.
        if (!(error instanceof AppError) || errorKinds[error.kind].retry) throw error;
        await flowJobs.fail(id, error.message);
      }
    }
    if (work.uploadId !== null) await this.#forget(work.uploadId);
  }

  #follow(job: FlowJob, signal: AbortSignal): Run {
    const { flowJobs, now } = this.#deps;
    let done = 0;
    let reportedAt = now();
    return {
      job,
      signal,
      read: async (amount, of) => {
        done += amount;
        signal.throwIfAborted();
        if (now() - reportedAt < reportEvery) return;
        reportedAt = now();
        if (!(await flowJobs.report(job.id, Math.min(done / Math.max(of, 1), beforeEnd))))
          throw new Cancelled();
      },
    };
  }

  async #do(work: Payload, run: Run): Promise<void> {
    const { userId, organizationId } = run.job;
    // They may have left since they asked for it.
    if (!(await this.#deps.organizationsOf(userId)).some(({ id }) => id === organizationId))
      throw notFound('You are no longer a member of this organization');
    if (run.job.kind === 'export') return this.#export(work, run);
    if (run.job.kind === 'import') return this.#import(work, run);
    return this.#duplicate(work, run);
  }

  async #duplicate(work: Payload, run: Run): Promise<void> {
    const { reader, flow } = await this.#load(work, run, 'duplicate');
    const source = await sourceOfFlow(this.#deps, reader, flow);
    const { name } = run.job;
    await this.#make(
      { ...source, flow: { ...source.flow, flow: { ...source.flow.flow, name, internalNote: null } } },
      work,
      run,
    );
  }

  async #import(work: Payload, run: Run): Promise<void> {
    await using local = await this.#deps.fileStore.local(must(work.uploadId, 'the file to import'));
    if (local === null) throw notFound('The file that was sent is no longer there: send it again');
    await using archive = await FlowArchive.open(local.path);
    await this.#make(archive, work, run);
  }

  async #make(source: ArchivedSource, { workspaceId, actionId }: Payload, { job, read }: Run): Promise<void> {
    const { organizationId, userId } = job;
    const { workspaces, audit } = this.#deps;
    const place = workspaceId === null ? null : await workspaces.find(workspaceId, organizationId, userId);
    const as = { organizationId, ownerUserId: userId, workspaceId: place?.id ?? null, actionId };
    const flowId = await importFlow(this.#deps, source, as, {
      onRead: (bytes) => read(bytes, source.size),
      alongside: async (tx, id) => {
        if (!(await endFlowJob(tx, job.id, { flowId: id }))) throw new Cancelled();
      },
    });
    const { type, name } = source.flow.flow;
    const details = { flowId, type, name };
    await audit.add({ organizationId, userId, action: 'flow.made', details, ip: null });
  }

  async #export(work: Payload, run: Run): Promise<void> {
    const { reader, flow } = await this.#load(work, run, 'export');
    const format = flowFormats[work.format];
    const size = await format.size(this.#deps, reader, flow);
    let read = 0;
    const report = () => {
      const since = read;
      read = 0;
      return run.read(since, size);
    };
    const content = await format.open(this.#deps, reader, flow, {
      ...{ formulas: work.formulas, size },
      onRead: (amount) => {
        read += amount;
      },
      whileChecking: report,
    });
    const { organizationId, userId } = run.job;
    const fileId = await writeExport(
      this.#deps,
      { organizationId, userId, name: exportName(flow, work.format), mimeType: format.contentType },
      content,
      report,
    );
    if (!(await this.#deps.flowJobs.end(run.job.id, { fileId }))) {
      await this.#forget(fileId);
      throw new Cancelled();
    }
    const details = { flowId: flow.id, type: flow.type, name: flow.name, format: work.format };
    const { audit } = this.#deps;
    await audit.add({
      organizationId: flow.organizationId,
      userId,
      action: 'flow.exported',
      details,
      ip: null,
    });
  }

  /** The flow, when the person may still do so with it, and how it is read. */
  async #load({ sourceId }: Payload, { job, signal }: Run, verb: 'duplicate' | 'export') {
    const { userId, organizationId } = job;
    const person = { userId, organizationId, scope: null };
    const { flow } = await loadFlow(this.#deps, person, must(sourceId, 'the flow to read'), verb);
    const reader: FlowReader = {
      throttle: this.#throttle,
      runScan: (scan) =>
        this.#deps.scanSlots.run({ userId, organizationId: flow.organizationId }, signal, scan),
    };
    return { flow, reader };
  }

  async #forget(fileId: string): Promise<void> {
    await this.#deps.files.release(fileId);
    for (const key of keysOf(fileId)) await this.#deps.fileStore.remove(key);
  }
}
