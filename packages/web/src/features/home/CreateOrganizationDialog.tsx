import { api } from '../../api.ts';
import { NameDialog } from '../../shell/NameDialog.tsx';
import { organizationNameFault } from '../../shell/organization-name.ts';
import { goToOrganization } from '../../shell/organization-switch.ts';

/** Makes an organization of one's own, and goes to work in it. */
export function CreateOrganizationDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <NameDialog
      title="Create organization"
      label="Organization name"
      confirm="Create organization"
      confirming="Creating organization"
      initial=""
      faultOf={organizationNameFault}
      onClose={onClose}
      onName={async (name) => goToOrganization(await api.createOrganization(name))}
    />
  );
}
