import type { Sent } from '@weft/forms';
import { idsOf } from './answer-table.ts';

/** What is kept of an answer that is no record yet, with the address that was proved. Nothing that is sent has its name. */
export const withVerified = (flowId: string, sent: Sent, address: string | null): Sent =>
  address === null ? sent : [...sent, [idsOf(flowId).verifiedId, address]];

/** The address that was proved by whoever sent what was kept; null: the form did not ask for one then. */
export const verifiedIn = (flowId: string, kept: Sent): string | null =>
  kept.find(([name]) => name === idsOf(flowId).verifiedId)?.[1] ?? null;
