import type { Engine } from '@weft/db';
import type { Metrics } from './metrics.ts';

/** The same engine, its statements and transactions timed; what is asked of it otherwise goes straight through. */
export function measuredEngine(engine: Engine, metrics: Metrics): Engine {
  const timed: Pick<Engine, 'query' | 'queryBoth' | 'transaction'> = {
    query: (text, params) => metrics.databaseWork('query', () => engine.query(text, params)),
    queryBoth: (first, second) => metrics.databaseWork('query', () => engine.queryBoth(first, second)),
    transaction: (work) =>
      metrics.databaseWork('transaction', (began) =>
        engine.transaction((tx) => {
          began();
          return work(tx);
        }),
      ),
  };
  return new Proxy(engine, {
    get(target, name) {
      if (name === 'query' || name === 'queryBoth' || name === 'transaction') return timed[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
