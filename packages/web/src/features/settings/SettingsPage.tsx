import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Me } from '../../api.ts';
import { paths } from '../../paths.ts';
import { meQuery } from '../../queries.ts';
import { NoAccess, NothingHere } from '../../shell/pages.tsx';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { AiSection } from './AiSection.tsx';
import { AuditSection } from './AuditSection.tsx';
import { BackupsSection } from './BackupsSection.tsx';
import { JobsSection } from './JobsSection.tsx';
import { MembersSection } from './MembersSection.tsx';
import { OrganizationSection } from './OrganizationSection.tsx';
import { OutboxSection } from './OutboxSection.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { SecuritySection } from './SecuritySection.tsx';
import { ServersSection } from './ServersSection.tsx';
import { SignInAppsSection } from './SignInAppsSection.tsx';
import { isOfAdmins, isSection, type SectionName, sectionNames, sections } from './sections.ts';
import { TokensSection } from './TokensSection.tsx';
import { UsageSection } from './UsageSection.tsx';

const contents: { readonly [name in SectionName]: (me: Me) => ReactNode } = {
  profile: (me) => <ProfileSection me={me} />,
  security: (me) => <SecuritySection me={me} />,
  tokens: () => <TokensSection />,
  organization: (me) => <OrganizationSection me={me} />,
  members: (me) => <MembersSection me={me} />,
  usage: () => <UsageSection />,
  audit: () => <AuditSection />,
  outbox: (me) => <OutboxSection me={me} />,
  ai: () => <AiSection />,
  servers: () => <ServersSection />,
  apps: () => <SignInAppsSection />,
  jobs: () => <JobsSection />,
  backups: () => <BackupsSection />,
};

const tab =
  '-mb-px flex h-9 shrink-0 items-center border-b-2 font-medium text-base focus-visible:-outline-offset-2 max-lg:h-11';

/** What a person sets about themselves, and what admins look after; one page of sections. */
export function SettingsPage() {
  const { section: name } = useParams({ from: '/home-layout/settings/$section' });
  const { data: me } = useSuspenseQuery(meQuery);
  const section = isSection(name) ? name : null;
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the tabs scroll: the one that is open must be seen.
    if (name)
      tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [name]);
  usePageTitle(section === null ? 'Settings' : `${sections[section].label} · Settings`);
  if (me === null) return null;
  if (section === null) return <NothingHere />;
  if (!sections[section].shown(me))
    return isOfAdmins(section) ? (
      <NoAccess
        text={`Only admins of ${me.organization.name} can open ‘${sections[section].label}’. Ask one of them: ‘Members’ says who they are.`}
      />
    ) : (
      <NothingHere />
    );
  return (
    <div className="mx-auto w-full max-w-[784px] px-8 pt-8 pb-10 max-sm:px-4 max-sm:pt-4">
      <h1 className="font-semibold text-title">Settings</h1>
      <nav
        ref={tabs}
        aria-label="Settings"
        className="mt-4 mb-6 flex gap-5 overflow-x-auto border-line border-b"
      >
        {sectionNames
          .filter((candidate) => sections[candidate].shown(me))
          .map((candidate) => (
            <Link
              key={candidate}
              to={paths.settings(candidate)}
              className={tab}
              activeProps={{ className: 'border-accent text-text', 'aria-current': 'page' }}
              inactiveProps={{ className: 'border-transparent text-text-muted hover:text-text' }}
            >
              {sections[candidate].label}
            </Link>
          ))}
      </nav>
      <div>{contents[section](me)}</div>
    </div>
  );
}
