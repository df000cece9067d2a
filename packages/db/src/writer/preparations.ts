import type { Action } from '@weft/history';
import type { Engine } from '../engine/engine.ts';
import type { FindRecords } from './fill-links.ts';
import { prepareAction, prepareStep } from './prepare-conversion.ts';
import { mayFill, prepareFill } from './prepare-fill.ts';
import type { StepJob } from './step-targets.ts';

/** Does the long part of actions ahead, in short transactions, before they are submitted. */
export class Preparations {
  readonly #engine: Engine;
  readonly #schema: string;
  readonly #now: () => string;
  readonly #find: FindRecords;
  /** By action id: a request that is sent again while the first one is prepared waits for it. */
  readonly #running = new Map<string, Promise<void>>();

  constructor(engine: Engine, schema: string, now: () => string, find: FindRecords) {
    this.#engine = engine;
    this.#schema = schema;
    this.#now = now;
    this.#find = find;
  }

  async action(action: Action): Promise<void> {
    if (action.type !== 'CONVERT_FIELD_TYPE' && !mayFill(action)) return;
    const running = this.#running.get(action.id) ?? this.#begin(action);
    await running;
  }

  step(step: Pick<StepJob, 'userId' | 'direction' | 'entryId'>): Promise<void> {
    return prepareStep(this.#engine, this.#schema, step, this.#now());
  }

  #begin(action: Action): Promise<void> {
    const running = this.#prepare(action).finally(() => this.#running.delete(action.id));
    this.#running.set(action.id, running);
    return running;
  }

  async #prepare(action: Action): Promise<void> {
    if (action.type === 'CONVERT_FIELD_TYPE')
      await prepareAction(this.#engine, this.#schema, action, this.#now());
    if (mayFill(action)) await prepareFill(this.#engine, this.#schema, action, this.#now(), this.#find);
  }
}
