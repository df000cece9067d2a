import type { Engine } from '@weft/db';
import type { Metrics } from './metrics.ts';

/** What a method is counted as; null: it goes straight through. */
type Timing = 'statement' | 'transaction' | 'reader' | null;
/** Every member has its line: a new one does not compile before it is decided. */
type Timings<T> = { readonly [Member in keyof T]: Timing };

const readerTimings: Timings<ReturnType<Engine['scanner']>> = {
  query: 'statement',
  queryBoth: 'statement',
  inSteps: null,
  isAlone: null,
  worked: null,
};

const engineTimings: Timings<Engine> = {
  query: 'statement',
  queryBoth: 'statement',
  transaction: 'transaction',
  load: 'transaction',
  pages: 'reader',
  scanner: 'reader',
  kind: null,
  connections: null,
  sharding: null,
  // Of commands, imports and backups: they take as long as there is data.
  exec: null,
  copyIn: null,
  copyOut: null,
  copyFiles: null,
  snapshot: null,
  // The sign-in library's own.
  kysely: null,
  close: null,
};

type Method = (...given: readonly unknown[]) => Promise<unknown>;
type Work = (tx: unknown) => Promise<unknown>;

function timed<T extends object>(target: T, timings: Timings<T>, metrics: Metrics): T {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const method: Method = value.bind(target);
      switch (timings[name as keyof T]) {
        case 'statement':
          return (...given: readonly unknown[]) => metrics.databaseWork('query', () => method(...given));
        case 'transaction':
          return (work: Work) =>
            metrics.databaseWork('transaction', (began) =>
              method((tx: unknown) => {
                began();
                return work(tx);
              }),
            );
        case 'reader':
          return (...given: readonly unknown[]) =>
            timed(Reflect.apply(value, target, given), readerTimings, metrics);
        default:
          return method;
      }
    },
  });
}

/** The same engine, its statements and transactions timed. */
export const measuredEngine = (engine: Engine, metrics: Metrics): Engine =>
  timed(engine, engineTimings, metrics);
