import type { Me } from '../../api.ts';
import { peopleQuery, readPagesSoon, readSoon } from '../../queries.ts';
import {
  aiUsageQuery,
  auditQuery,
  backupsQuery,
  invitationsQuery,
  jobCountsQuery,
  jobStates,
  jobsQuery,
  outboxQuery,
  serversQuery,
  sessionsQuery,
  tokensQuery,
  usageQuery,
} from './account-calls.ts';

interface Section {
  readonly label: string;
  /** Whether this person has it. */
  readonly shown: (me: Me) => boolean;
  /** Every organization has it, for its admins: the others are told so. Absent: to them it is not there. */
  readonly ofAdmins?: true;
  /** Starts reading what the section shows. */
  readonly read: () => void;
}

const always = () => true;
const nothing = () => {};
const isAdmin = (me: Me) => me.isAdmin;

/** The sections of the settings, in the order of their tabs. */
export const sections = {
  profile: { label: 'Profile', shown: always, read: nothing },
  security: { label: 'Security', shown: always, read: () => readSoon(sessionsQuery) },
  tokens: { label: 'API tokens', shown: always, read: () => readSoon(tokensQuery) },
  organization: { label: 'Organization', shown: isAdmin, ofAdmins: true, read: nothing },
  members: {
    label: 'Members',
    shown: always,
    read: () => {
      readSoon(peopleQuery);
      readSoon(invitationsQuery);
    },
  },
  usage: { label: 'Usage', shown: isAdmin, ofAdmins: true, read: () => readSoon(usageQuery) },
  audit: { label: 'Audit log', shown: isAdmin, ofAdmins: true, read: () => readPagesSoon(auditQuery) },
  outbox: { label: 'Outbox', shown: (me) => me.isInstanceAdmin, read: () => readPagesSoon(outboxQuery) },
  ai: { label: 'AI', shown: (me) => me.isInstanceAdmin, read: () => readSoon(aiUsageQuery) },
  apps: { label: 'Sign-in apps', shown: (me) => me.isInstanceAdmin, read: nothing },
  jobs: {
    label: 'Jobs',
    shown: (me) => me.isInstanceAdmin,
    read: () => {
      readSoon(jobCountsQuery);
      readPagesSoon(jobsQuery(jobStates[0]));
    },
  },
  servers: { label: 'Servers', shown: (me) => me.isInstanceAdmin, read: () => readSoon(serversQuery) },
  backups: { label: 'Backups', shown: (me) => me.isInstanceAdmin, read: () => readSoon(backupsQuery) },
} as const satisfies { readonly [name: string]: Section };

export type SectionName = keyof typeof sections;

/** Whether somebody who does not have the section knows that it is there. */
export const isOfAdmins = (name: SectionName): boolean => (sections[name] as Section).ofAdmins === true;

export const sectionNames = Object.keys(sections) as SectionName[];

export const isSection = (name: string): name is SectionName => Object.hasOwn(sections, name);
