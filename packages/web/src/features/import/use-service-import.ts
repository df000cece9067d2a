import type { ImportEvent } from '@weft/protocol';
import { AppError } from '@weft/std';
import { toast } from '@weft/ui';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api.ts';
import { queryClient } from '../../queries.ts';
import { rpc } from '../../rpc.ts';
import { newId } from '../../session/new-id.ts';
import { importFaultText } from './import-error.ts';
import { finishDelay, followEvents } from './import-stream.ts';
import { refreshLists, removeImport } from './interrupted-imports.ts';
import { away, begun, heardOf, type ServiceRun } from './service-run.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

/** The stream of an import of this id; it begins the import or attaches to it. */
type OpenStream = (order: {
  readonly importId: string;
  readonly basePublicId: string;
}) => (signal: AbortSignal) => AsyncIterable<ImportEvent>;

/** Where the tables go. */
interface Place {
  /** A database that is there; null: one of this name is made. */
  readonly basePublicId: string | null;
  readonly name: string;
  readonly workspaceId: string | null;
}

interface Handlers {
  readonly onFinished: (basePublicId: string) => void;
  readonly onCancelled: () => void;
}

/** What was asked for, to ask for it again once the server is back. */
interface Order {
  readonly importId: string;
  readonly openStream: OpenStream;
  readonly place: Place;
  /** What the tables go into; null until it is made. */
  base: string | null;
}

const kindOf = (error: unknown) => (error instanceof AppError ? error.kind : null);

/** One import from a service, of one wizard; it is left with the wizard, or with the page. */
export function useServiceImport(handlers: Handlers) {
  const [run, setRun] = useState<ServiceRun>({ at: 'idle', error: null });
  const [base, setBase] = useState<string | null>(null);
  const latest = useRef({ run, handlers });
  latest.current = { run, handlers };
  const stream = useRef(new AbortController());
  const ordered = useRef<Order>(undefined);
  const running = run.at === 'running';
  const leave = () => {
    const { run } = latest.current;
    if (run.at !== 'running') return;
    const followed = stream.current;
    // Whoever leaves the page at once has asked for it all the same.
    void rpc
      .call('import.cancel', { importId: run.importId }, { keepalive: true })
      .catch(() => undefined)
      .finally(() => followed.abort());
  };
  useLeaveWarning(running, leave);
  const left = useRef(leave);
  left.current = leave;
  const finishing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      left.current();
      clearTimeout(finishing.current);
    },
    [],
  );

  const show = (next: ServiceRun) => {
    latest.current = { ...latest.current, run: next };
    setRun(next);
  };

  /** Where the server does not answer, the import stands still, to be resumed. */
  const showFault = (importId: string, error: unknown) =>
    show(
      kindOf(error) === 'unavailable'
        ? { at: 'interrupted', importId, why: away, removing: false }
        : { at: 'idle', error: importFaultText(error) },
    );

  async function follow(
    importId: string,
    basePublicId: string,
    open: ReturnType<OpenStream>,
  ): Promise<boolean> {
    stream.current = new AbortController();
    const { signal } = stream.current;
    setBase(basePublicId);
    const hear = (event: ImportEvent) => {
      const { run } = latest.current;
      if (run.at === 'running' && !signal.aborted) show(heardOf(run, event));
    };
    try {
      await followEvents(open, hear, signal);
    } catch (error) {
      if (signal.aborted) return true;
      showFault(importId, error);
    }
    refreshLists();
    const { run } = latest.current;
    if (run.at === 'cancelled') {
      show({ at: 'idle', error: null });
      latest.current.handlers.onCancelled();
    }
    if (run.at === 'finished') {
      const { reportUrl } = run.result;
      const report = { label: 'Download report', onSelect: () => location.assign(reportUrl ?? '') };
      toast('Import successful', reportUrl === null ? {} : { action: report });
      const isClean =
        run.warning === null && run.result.rowsRejected === 0 && run.result.valuesNotConverted === 0;
      const goOn = () => latest.current.handlers.onFinished(basePublicId);
      if (isClean) finishing.current = setTimeout(goOn, finishDelay);
    }
    return run.at !== 'idle';
  }

  /** Does what `prepare` does first, and then what was ordered. */
  async function carryOut(order: Order, prepare: () => Promise<unknown>): Promise<void> {
    const { importId, place, openStream } = order;
    ordered.current = order;
    show(begun(importId));
    try {
      await prepare();
      order.base ??= (await api.createBase(place.name, place.workspaceId)).basePublicIdentifier;
      const made = order.base;
      const isGoing = await follow(importId, made, openStream({ importId, basePublicId: made }));
      // The next try makes another one.
      if (!isGoing && place.basePublicId === null) await trash(made);
    } catch (error) {
      showFault(importId, error);
    }
  }

  const begin = (place: Place, openStream: OpenStream): Promise<void> =>
    carryOut({ importId: newId('imp'), openStream, place, base: place.basePublicId }, async () => {});

  const resumeOrder = (order: Order): Promise<void> =>
    carryOut(order, () =>
      rpc.call('import.resume', { importId: order.importId }).catch((error: unknown) => {
        // It never reached the server: following it begins it.
        if (kindOf(error) !== 'not-found') throw error;
      }),
    );

  /** Resumes an import that the server knows, into the database that it was begun for. */
  const resume = (importId: string, basePublicId: string, open: ReturnType<OpenStream>): Promise<void> =>
    resumeOrder({
      ...{ importId, openStream: () => open, base: basePublicId },
      place: { basePublicId, name: '', workspaceId: null },
    });

  /** Resumes the one that stands still here. */
  const resumeHere = (): Promise<void> =>
    ordered.current === undefined ? Promise.resolve() : resumeOrder(ordered.current);

  const ask = (asking: boolean) => {
    const { run } = latest.current;
    if (run.at === 'running' && run.cancel !== 'cancelling')
      show({ ...run, cancel: asking ? 'asking' : 'no' });
  };

  async function cancel(): Promise<void> {
    const { run } = latest.current;
    if (run.at !== 'running') return;
    show({ ...run, cancel: 'cancelling' });
    try {
      await cancelSoon(run.importId);
    } catch (error) {
      const now = latest.current.run;
      // Complete meanwhile: its end is on the way.
      if (kindOf(error) !== 'conflict') toast(importFaultText(error), { tone: 'error' });
      if (now.at === 'running') show({ ...now, cancel: 'no' });
    }
  }

  async function remove(): Promise<void> {
    const { run } = latest.current;
    if (run.at !== 'interrupted' || run.removing) return;
    show({ ...run, removing: true });
    try {
      await removeImport(run.importId).catch(async (error: unknown) => {
        if (kindOf(error) !== 'not-found') throw error;
        // It never reached the server: the database is all there is.
        const { place, base = null } = ordered.current ?? {};
        if (place?.basePublicId === null && base !== null) await trash(base);
      });
    } catch (error) {
      return show({ ...run, why: importFaultText(error), removing: false });
    }
    show({ at: 'idle', error: null });
    latest.current.handlers.onCancelled();
  }

  const clear = () => show({ at: 'idle', error: null });
  const isRunning = () => latest.current.run.at === 'running';
  return { run, base, begin, resume, resumeHere, ask, cancel, remove, clear, isRunning };
}

/** Milliseconds, and times, that a cancellation waits for an import which is just on its way to the server. */
const cancelAgain = 300;
const cancelTries = 20;

/** Cancels an import, also one that the server has not heard of yet. */
async function cancelSoon(importId: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return void (await rpc.call('import.cancel', { importId }));
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'not-found') || tries === cancelTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, cancelAgain));
    }
  }
}

/** An empty database that an import failed into goes to the trash. */
const trash = (base: string): Promise<unknown> =>
  api.trashFlows([base], 'trash').then(
    () => queryClient.invalidateQueries({ queryKey: ['flows'] }),
    () => undefined,
  );
