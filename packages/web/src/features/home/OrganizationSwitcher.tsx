import { useQuery } from '@tanstack/react-query';
import { Badge, Icon, InitialTile, Menu, toast } from '@weft/ui';
import { ChevronsUpDown, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { api, type Me } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { organizationsQuery, queryClient } from '../../queries.ts';
import { lazyDialog } from '../../shell/lazy-dialog.tsx';
import { Mark } from '../../shell/Mark.tsx';
import { goToOrganization, whenSwitched } from '../../shell/organization-switch.ts';
import { aboutOrganization, type Organization } from './about-organization.ts';

const CreateOrganizationDialog = lazyDialog(() =>
  import('./CreateOrganizationDialog.tsx').then((part) => part.CreateOrganizationDialog),
);

async function switchTo(userId: string, organizationId: string): Promise<void> {
  try {
    goToOrganization(await api.switchOrganization(userId, organizationId));
  } catch (error) {
    toast(errorText(error), { tone: 'error', duration: 5_000 });
  }
}

/** One's organizations. Where one switched on another device or in another tab, the page follows. */
function useOrganizations(shownId: string): readonly Organization[] {
  const { data: organizations = [] } = useQuery(organizationsQuery);
  useEffect(() => whenSwitched(() => void queryClient.invalidateQueries()), []);
  const current = organizations.find((one) => one.current)?.id ?? shownId;
  useEffect(() => {
    if (current !== shownId) void queryClient.invalidateQueries();
  }, [current, shownId]);
  return organizations;
}

/** The organization one works in; from it one goes to another, or makes one. */
export function OrganizationSwitcher({ me }: { readonly me: Me }) {
  const [creating, setCreating] = useState(false);
  // The one at hand first, then by name.
  const organizations = useOrganizations(me.organization.id).toSorted(
    (a, b) => Number(b.current) - Number(a.current),
  );
  return (
    <>
      <Menu
        width={320}
        maxHeight={600}
        trigger={
          <button
            type="button"
            title={me.organization.name}
            className="flex h-10 w-full items-center gap-2.5 rounded-md px-2 text-start hover:bg-hover aria-expanded:bg-pressed max-lg:h-12"
          >
            <Mark />
            <span className="min-w-0 flex-1 truncate font-semibold text-body">{me.organization.name}</span>
            <Icon of={ChevronsUpDown} size={14} className="text-text-subtle" />
          </button>
        }
        items={[
          { heading: 'YOUR ORGANIZATIONS' },
          ...organizations.map((organization) => ({
            id: organization.id,
            label: organization.name,
            lead: (
              <InitialTile name={organization.name} id={organization.id} picture={organization.picture} />
            ),
            detail: aboutOrganization(organization),
            hint: organization.current ? <Badge tone="accent">Current</Badge> : undefined,
            onSelect: () => void (organization.current || switchTo(me.user.id, organization.id)),
          })),
          'separator',
          {
            label: 'Create organization',
            lead: (
              <span className="flex size-8 items-center justify-center">
                <Icon of={Plus} className="text-text-subtle" />
              </span>
            ),
            onSelect: () => setCreating(true),
          },
        ]}
      />
      {creating && <CreateOrganizationDialog onClose={() => setCreating(false)} />}
    </>
  );
}
