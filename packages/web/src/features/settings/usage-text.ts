import type { AiUsage } from './account-calls.ts';

const units = ['kB', 'MB', 'GB', 'TB'] as const;
const step = 1024;

/** '0 B', '512 B', '1.5 MB', '10 GB': of 1024 each, as the limits are set. */
export function bytesText(bytes: number): string {
  if (bytes < step) return `${bytes} B`;
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length);
  const count = bytes / step ** power;
  return `${count.toLocaleString(undefined, { maximumFractionDigits: count < 10 ? 1 : 0 })} ${units[power - 1]}`;
}

/** '1 record', '12,345 records'. */
export const countText = (count: number, noun: string): string =>
  `${count.toLocaleString()} ${count === 1 ? noun : `${noun}s`}`;

/** '3 calls, 1,200 tokens in, 300 tokens out'. */
export const aiText = ({
  calls,
  tokensIn,
  tokensOut,
}: Pick<AiUsage, 'calls' | 'tokensIn' | 'tokensOut'>): string =>
  `${countText(calls, 'call')}, ${countText(tokensIn, 'token')} in, ${countText(tokensOut, 'token')} out`;
