import type { Sent } from '@weft/forms';
import { idsOf } from './answer-table.ts';

/** What is known of whoever sent an answer besides what they wrote. */
interface KeptFacts {
  /** The address that they have proved; null: the form did not ask for one. */
  readonly verified: string | null;
  /** The language that they read the form in; null: it has one alone. */
  readonly language: string | null;
}

/** What is kept of an answer that is no record yet, with what is known of whoever sent it. Nothing that is sent has these names. */
export function withFacts(flowId: string, sent: Sent, { verified, language }: KeptFacts): Sent {
  const { verifiedId, languageId } = idsOf(flowId);
  const own = [verifiedId, languageId];
  const facts = [verified, language].flatMap((fact, place) =>
    fact === null ? [] : [[own[place] ?? '', fact] as const],
  );
  return [...sent.filter(([name]) => !own.includes(name)), ...facts];
}

/** What is known of whoever sent what was kept. */
export function factsIn(flowId: string, kept: Sent): KeptFacts {
  const { verifiedId, languageId } = idsOf(flowId);
  const factOf = (id: string) => kept.find(([name]) => name === id)?.[1] ?? null;
  return { verified: factOf(verifiedId), language: factOf(languageId) };
}
