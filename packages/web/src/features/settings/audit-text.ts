import type { AuditEntry } from './account-calls.ts';

type Details = AuditEntry['details'];

/** 'read' or 'edit', as an access level reads after 'let somebody'. */
const verbOf = (accessLevel = 'read'): string => (accessLevel === 'write' ? 'edit' : 'read');

/** What each action reads as, after the person's name. */
const texts: { readonly [action: string]: (details: Details) => string } = {
  'sign-in': () => 'signed in',
  'sign-in.failed': () => 'was refused: wrong password',
  'sign-out': () => 'signed out',
  'email.verified': () => 'verified their email address',
  'person.renamed': ({ from = '', to = '' }) => `changed their name from “${from}” to “${to}”`,
  'person.removed': ({ name = '' }) => `removed ${name} from the organization`,
  'person.left': () => 'left the organization',
  'sign-up': () => 'created the organization',
  'password.reset': () => 'reset their password',
  'password.changed': () => 'changed their password',
  'session.revoked': ({ device = 'a device' }) =>
    device === 'all others' ? 'signed out their other sessions' : `signed out ${device}`,
  'token.made': ({ name = '', scopes = '' }) => `created the token “${name}” (${scopes})`,
  'token.revoked': ({ name = '' }) => `revoked the token “${name}”`,
  'invitation.made': ({ email, role = 'member', name = '', accessLevel }) => {
    if (!email) return `created an invitation link (${role})`;
    return role === 'collaborator'
      ? `invited ${email} to ${verbOf(accessLevel)} “${name}”`
      : `invited ${email} as ${role}`;
  },
  'invitation.sent': ({ email, role = 'member' }) =>
    email ? `sent ${email} the invitation again` : `made an invitation link good for another week (${role})`,
  'invitation.accepted': ({ role = 'member' }) => `joined as ${role}`,
  'invitation.revoked': ({ email, role = 'member' }) =>
    email ? `revoked the invitation of ${email}` : `revoked an invitation link (${role})`,
  'person.changed': ({ name = '', role, createDatabase, MOVE_FLOWS_ACROSS_ORGS: moves }) =>
    [
      role && `made ${name} ${role === 'admin' ? 'an admin' : 'a member'}`,
      createDatabase &&
        (createDatabase === 'true'
          ? `let ${name} create databases`
          : `stopped ${name} from creating databases`),
      moves &&
        (moves === 'true'
          ? `let ${name} move forms to another organization`
          : `stopped ${name} from moving forms to another organization`),
    ]
      .filter(Boolean)
      .join(', '),
  'organization.made': ({ name = '' }) => `created the organization “${name}”`,
  'organization.renamed': ({ from = '', to = '' }) => `renamed the organization from “${from}” to “${to}”`,
  'organization.changed': () => 'changed the settings of the organization',
  'email.changed': ({ to = '' }) => `asked to change their email address to ${to}`,
  'backup.made': () => 'made a backup of the server',
  'backup.downloaded': ({ name = '' }) => `downloaded the backup ${name}`,
  'backup.deleted': ({ name = '' }) => `deleted the backup ${name}`,
  'account.deleted': () => 'deleted their account',
  'audit.exported': () => 'exported the audit log',
  'two-factor.enabled': () => 'turned two-factor sign-in on',
  'two-factor.disabled': () => 'turned two-factor sign-in off',
  'organization.chosen': () => 'came over from another organization',
  'flow.made': ({ name = '' }) => `created “${name}”`,
  'flow.renamed': ({ name = '', before = '' }) => `renamed “${before}” to “${name}”`,
  'flow.left': ({ name = '', organization = '' }) => `moved “${name}” away to ${organization}`,
  'flow.came': ({ name = '', organization = '' }) => `moved “${name}” here from ${organization}`,
  'flow.moved': ({ name = '', workspace = '' }) => `moved “${name}” to ${workspace}`,
  'flow.shared': ({ name = '', person, accessLevel }) => {
    if (!person) return `changed who may open “${name}”`;
    return accessLevel === 'none'
      ? `ended ${person}’s access to “${name}”`
      : `let ${person} ${verbOf(accessLevel)} “${name}”`;
  },
  'flow.locked': ({ name = '' }) => `locked “${name}”`,
  'flow.unlocked': ({ name = '' }) => `unlocked “${name}”`,
  'flow.closed': ({ name = '' }) => `closed “${name}” to answers`,
  'flow.reopened': ({ name = '' }) => `opened “${name}” to answers`,
  'flow.templateMade': ({ name = '' }) => `made “${name}” a template`,
  'flow.templateRemoved': ({ name = '' }) => `made “${name}” no template any more`,
  'workspace.made': ({ name = '' }) => `created the workspace “${name}”`,
  'workspace.renamed': ({ name = '', before = '' }) => `renamed the workspace “${before}” to “${name}”`,
  'workspace.deleted': ({ name = '' }) => `deleted the workspace “${name}”`,
  'workspace.shared': ({ name = '', person, accessLevel }) => {
    if (!person) return `changed who is in the workspace “${name}”`;
    return accessLevel === 'none'
      ? `removed ${person} from the workspace “${name}”`
      : `let ${person} ${verbOf(accessLevel)} what is in the workspace “${name}”`;
  },
  'flow.trashed': ({ name = '' }) => `moved “${name}” to the trash`,
  'flow.restored': ({ name = '' }) => `restored “${name}”`,
  'flow.deleted': ({ name = '' }) => `deleted “${name}” for good`,
  'flow.exported': ({ name = '', table, format = '' }) =>
    `exported ${table ? `${table} of ` : ''}“${name}” as ${format.toUpperCase()}`,
  'flow.published': ({ name = '', version = '' }) => `published version ${version} of “${name}”`,
  'flow.unpublished': ({ name = '' }) => `took “${name}” off the web`,
  'flow.settingsChanged': ({ name = '' }) => `changed when “${name}” takes answers or who is told`,
  'flow.webhookAdded': ({ name = '', host = '' }) => `had answers to “${name}” sent to ${host}`,
  'flow.webhookSwitched': ({ name = '', host = '', enabled = '' }) =>
    enabled === 'true'
      ? `switched on that answers to “${name}” go to ${host}`
      : `stopped answers to “${name}” from going to ${host} for now`,
  'flow.webhookRemoved': ({ name = '', host = '' }) => `stopped answers to “${name}” from going to ${host}`,
};

/** An entry in words; one a newer server wrote, by its name. */
export const auditText = ({ action, details }: AuditEntry): string => texts[action]?.(details) ?? action;
