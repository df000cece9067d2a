import type { api } from '../../api.ts';

export type Organization = Awaited<ReturnType<typeof api.organizations>>[number];

/** 'Free · 8 members', 'Sandbox · 1 member'. */
export function aboutOrganization({ planName, isSandbox, userCount }: Organization): string {
  const plan = isSandbox ? 'Sandbox' : planName.slice(0, 1).toUpperCase() + planName.slice(1);
  return `${plan} · ${userCount === 1 ? '1 member' : `${userCount} members`}`;
}
