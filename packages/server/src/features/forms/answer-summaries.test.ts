import { type CellValue, defaultTemplate, type Field, type RecordData, type Table } from '@weft/core';
import type { LogEntry } from '@weft/db';
import { FieldTally } from '@weft/forms';
import type { Change } from '@weft/history';
import { must } from '@weft/std';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AnswerSummaries } from './answer-summaries.ts';

const field = {
  id: 'fld',
  name: 'Stars',
  type: 'rating',
  order: 0,
  template: defaultTemplate('rating'),
} as Field;
const table: Table = {
  ...{ id: 'tbl', name: 'Answers', order: 0, primaryFieldId: 'fld', fields: [field], views: [] },
};

/** A base of one table whose every action is one change; it counts how often all records were read. */
class Answers {
  readonly baseId = 'bas';
  readonly records = new Map<string, RecordData>();
  readonly log: Change[] = [];
  reads = 0;

  readonly metadata = async () => ({ metadata: { tables: [table] }, version: this.log.length });

  async *stream() {
    this.reads++;
    yield [...this.records].map(([id, data]) => ({ id, data, position: 0, createdAt: '', updatedAt: '' }));
  }

  async *changes(since: number) {
    for (const [at, change] of this.log.slice(since).entries())
      yield { seq: since + at + 1, changes: [change] } as unknown as LogEntry;
  }

  set(recordId: string, value: CellValue): void {
    const before = this.records.get(recordId);
    const of = { tableId: 'tbl', recordId };
    this.records.set(recordId, { fld: value });
    const shape = { position: 0, data: { fld: value }, createdAt: '' };
    this.log.push(
      before === undefined
        ? { kind: 'record', ...of, before: null, after: shape }
        : { kind: 'cells', ...of, before: { fld: { value: before.fld ?? null } }, after: { fld: { value } } },
    );
  }

  delete(recordId: string): void {
    const data = this.records.get(recordId);
    if (data === undefined) return;
    this.records.delete(recordId);
    const before = { position: 0, data, createdAt: '' };
    this.log.push({ kind: 'record', tableId: 'tbl', recordId, before, after: null });
  }
}

const summaryOf = async (summaries: AnswerSummaries, answers: Answers) =>
  must((await summaries.of(answers, 'tbl', '', (work) => work(new AbortController().signal))).get('fld'))
    .summary;

it('answers that come in are counted without reading the others again', async () => {
  const [answers, summaries] = [new Answers(), new AnswerSummaries()];
  for (const [at, value] of [5, 3, 5].entries()) answers.set(`rec${at}`, value);
  expect((await summaryOf(summaries, answers)).answered).toBe(3);
  answers.set('rec9', 4);
  const both = [summaryOf(summaries, answers), summaryOf(summaries, answers)];
  for (const { answered, average } of await Promise.all(both)) expect([answered, average]).toEqual([4, 4.25]);
  expect(answers.reads).toBe(1);
});

it('whatever is answered, edited and deleted, the summary is that of the records', async () => {
  const step = fc.record({
    at: fc.nat(4),
    value: fc.option(fc.integer({ min: 1, max: 5 })),
    gone: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 5 }), async (rounds) => {
      const [answers, summaries] = [new Answers(), new AnswerSummaries()];
      for (const steps of rounds) {
        for (const { at, value, gone } of steps)
          if (gone) answers.delete(`rec${at}`);
          else answers.set(`rec${at}`, value);
        const fresh = new FieldTally(field);
        for (const data of answers.records.values()) fresh.add(data.fld);
        expect(await summaryOf(summaries, answers)).toEqual(fresh.summary);
      }
    }),
  );
});
