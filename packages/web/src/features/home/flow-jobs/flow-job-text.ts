import type { FlowJob } from '../../../queries.ts';

const doing = { duplicate: 'Duplicating', import: 'Importing', export: 'Exporting' } as const;
const done = { duplicate: 'created', import: 'imported', export: 'exported' } as const;
const failed = {
  duplicate: 'could not be duplicated',
  import: 'could not be imported',
  export: 'could not be exported',
} as const;

/** What a job that is under way does: 'Duplicating Plans: 34 %'. */
export const progressText = ({ kind, name, state, share }: FlowJob): string =>
  `${doing[kind]} ${name}: ${state === 'waiting' ? 'waiting' : `${Math.floor(share * 100)} %`}`;

export const doneText = ({ kind, name }: Pick<FlowJob, 'kind' | 'name'>): string => `${name} ${done[kind]}`;

export const cancelledText = ({ kind, name }: Pick<FlowJob, 'kind' | 'name'>): string =>
  `${doing[kind]} ${name} was cancelled`;

export const failureText = ({ kind, name, fault }: Pick<FlowJob, 'kind' | 'name' | 'fault'>): string =>
  `${kind === 'export' ? 'Error exporting flow. ' : ''}${name} ${failed[kind]}. ${fault ?? ''}`.trim();
