import type { Engine } from '@weft/db';
import type { Metrics } from './metrics.ts';

type Scanner = ReturnType<Engine['scanner']>;
type Reader = Pick<Scanner, 'query' | 'queryBoth'>;

/** The same engine, its statements and transactions timed; what is asked of it otherwise goes straight through. */
export function measuredEngine(engine: Engine, metrics: Metrics): Engine {
  const reads = (reader: Reader): Reader => ({
    query: (text, params) => metrics.databaseWork('query', () => reader.query(text, params)),
    queryBoth: (first, second) => metrics.databaseWork('query', () => reader.queryBoth(first, second)),
  });
  const scans = (scanner: Scanner): Scanner => ({
    ...reads(scanner),
    inSteps: scanner.inSteps,
    get isAlone() {
      return scanner.isAlone;
    },
    get worked() {
      return scanner.worked;
    },
  });
  const transaction =
    (begin: Engine['transaction']): Engine['transaction'] =>
    (work) =>
      metrics.databaseWork('transaction', (began) =>
        begin((tx) => {
          began();
          return work(tx);
        }),
      );
  const timed: Pick<Engine, 'query' | 'queryBoth' | 'pages' | 'scanner' | 'transaction' | 'load'> = {
    ...reads(engine),
    pages: () => scans(engine.pages()),
    scanner: (signal) => scans(engine.scanner(signal)),
    transaction: transaction((work) => engine.transaction(work)),
    load: transaction((work) => engine.load(work)),
  };
  return new Proxy(engine, {
    get(target, name) {
      if (Object.hasOwn(timed, name)) return Reflect.get(timed, name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
