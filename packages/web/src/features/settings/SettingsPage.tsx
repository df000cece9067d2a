import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Me } from '../../api.ts';
import { paths } from '../../paths.ts';
import { meQuery } from '../../queries.ts';
import { NothingHere } from '../../shell/pages.tsx';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { AuditSection } from './AuditSection.tsx';
import { JobsSection } from './JobsSection.tsx';
import { MembersSection } from './MembersSection.tsx';
import { OrganizationSection } from './OrganizationSection.tsx';
import { OutboxSection } from './OutboxSection.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { SecuritySection } from './SecuritySection.tsx';
import { TokensSection } from './TokensSection.tsx';

interface Section {
  readonly name: string;
  readonly label: string;
  /** Whether this person has it; a section one may not see is not there. */
  readonly shown: (me: Me) => boolean;
  readonly content: (me: Me) => ReactNode;
}

const always = () => true;
const sections: readonly Section[] = [
  { name: 'profile', label: 'Profile', shown: always, content: (me) => <ProfileSection me={me} /> },
  { name: 'security', label: 'Security', shown: always, content: (me) => <SecuritySection me={me} /> },
  { name: 'tokens', label: 'API tokens', shown: always, content: () => <TokensSection /> },
  {
    name: 'organization',
    label: 'Organization',
    shown: (me) => me.isAdmin,
    content: (me) => <OrganizationSection me={me} />,
  },
  { name: 'members', label: 'Members', shown: always, content: (me) => <MembersSection me={me} /> },
  { name: 'audit', label: 'Audit log', shown: (me) => me.isAdmin, content: () => <AuditSection /> },
  {
    name: 'outbox',
    label: 'Outbox',
    shown: (me) => me.isInstanceAdmin,
    content: (me) => <OutboxSection me={me} />,
  },
  { name: 'jobs', label: 'Jobs', shown: (me) => me.isInstanceAdmin, content: () => <JobsSection /> },
];

const tab =
  '-mb-px flex h-9 shrink-0 items-center border-b-2 font-medium text-base focus-visible:-outline-offset-2 max-lg:h-11';

/** What a person sets about themselves, and what admins look after; one page of sections. */
export function SettingsPage() {
  const { section: name } = useParams({ from: '/home-layout/settings/$section' });
  const { data: me } = useSuspenseQuery(meQuery);
  const section = sections.find((candidate) => candidate.name === name);
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the tabs scroll: the one that is open must be seen.
    if (name)
      tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [name]);
  usePageTitle(section === undefined ? 'Settings' : `${section.label} · Settings`);
  if (me === null) return null;
  if (section?.shown(me) !== true) return <NothingHere />;
  return (
    <div className="mx-auto w-full max-w-[784px] px-8 pt-8 pb-10 max-sm:px-4 max-sm:pt-4">
      <h1 className="font-semibold text-title">Settings</h1>
      <nav
        ref={tabs}
        aria-label="Settings"
        className="mt-4 mb-6 flex gap-5 overflow-x-auto border-line border-b"
      >
        {sections
          .filter((candidate) => candidate.shown(me))
          .map((candidate) => (
            <Link
              key={candidate.name}
              to={paths.settings(candidate.name)}
              className={tab}
              activeProps={{ className: 'border-accent text-text', 'aria-current': 'page' }}
              inactiveProps={{ className: 'border-transparent text-text-muted hover:text-text' }}
            >
              {candidate.label}
            </Link>
          ))}
      </nav>
      <div>{section.content(me)}</div>
    </div>
  );
}
