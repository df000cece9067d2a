import { AppError } from '@weft/std';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerError } from './errors.ts';

const newId = 'id1';

describe('answering an error', () => {
  it('names each fault of an input', () => {
    const { error } = z.object({ a: z.object({ b: z.string() }) }).safeParse({ a: { b: 1 } });
    expect(answerError(error, newId)).toMatchObject({
      status: 400,
      answer: { kind: 'invalid', details: [{ path: 'a.b' }] },
    });
  });
  it('takes parts of a form that cannot be told apart for a fault of whoever sent them', () => {
    const words = [
      'Multipart: Boundary not found',
      'Part terminated early due to unexpected end of multipart data',
    ];
    for (const each of words) expect(answerError(new Error(each), newId).status).toBe(400);
  });
  it('hides what went wrong on our side behind an id', () => {
    const { status, answer, report } = answerError(new Error('password is hunter2'), newId);
    expect([status, report, answer.id]).toEqual([500, true, 'id1']);
    expect(JSON.stringify(answer)).not.toContain('hunter2');
  });
  it('hides the message of an internal error of ours too', () => {
    expect(answerError(new AppError('internal', 'relation x'), newId).answer.message).not.toContain(
      'relation',
    );
  });
  it('tells size from rate by the status', () => {
    expect(answerError(new AppError('limit', 'big'), newId)).toMatchObject({
      status: 413,
      answer: { kind: 'limit' },
    });
    expect(answerError(new AppError('rate-limit', 'fast'), newId)).toMatchObject({
      status: 429,
      answer: { kind: 'limit' },
    });
  });
  it('says that an answer is larger than any text can be', () => {
    let thrown: unknown;
    try {
      'x'.repeat(2 ** 30);
    } catch (error) {
      thrown = error;
    }
    expect(answerError(thrown, newId)).toMatchObject({ status: 413, answer: { kind: 'limit' } });
  });
  it('knows the web framework’s refusals', () => {
    const tooLarge = Object.assign(new Error('Body too large'), { statusCode: 413 });
    expect(answerError(tooLarge, newId)).toMatchObject({ status: 413, answer: { kind: 'limit' } });
  });
});
