import type { TargetStep } from './connector.ts';

/** A step to a target: how it is kept in a mapping, how people call it, and what there is to choose. */
export const step = (
  key: string,
  label: string,
  list: TargetStep['list'],
  more: Partial<Pick<TargetStep, 'optional'>> = {},
): TargetStep => ({ key, label, list, ...more });
