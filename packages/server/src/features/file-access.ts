import type { Organizations, People, StoredFile } from '@weft/db';
import type { Files } from '../files/files.ts';
import type { Caller } from '../http/caller.ts';
import type { FlowAccess } from './flows/flow-access.ts';
import { roleOf } from './flows/flow-policy.ts';

interface AccessDeps {
  readonly files: Files;
  readonly flowAccess: FlowAccess;
  readonly people: People;
  readonly organizations: Organizations;
}
type MayRead = (deps: AccessDeps, file: StoredFile, caller: Caller) => Promise<boolean>;

/** Uploads and reports are their organization's. */
const ofOrganization: MayRead = async ({ files }, { id }, caller) => (await files.find(id, caller)) !== null;

/** Whoever may read the flow may read its files. */
const ofFlow: MayRead = async ({ flowAccess }, { flowId }, caller) => {
  const found = flowId === null ? null : await flowAccess.of(flowId, caller.userId);
  return found !== null && roleOf(caller, found.flow.organizationId, found.standing) !== null;
};

/** THE list: who may read a file of a purpose. */
const readers: { readonly [P in StoredFile['purpose']]: MayRead } = {
  upload: ofOrganization,
  report: ofOrganization,
  attachment: ofFlow,
  answer: ofFlow,
  organization: ({ organizations }, { organizationId }, caller) =>
    organizations.isMember(organizationId, caller.userId),
  /** An export is whose it is, as long as they are of the organization. */
  export: async ({ organizations }, { organizationId, userId }, caller) =>
    userId === caller.userId && (await organizations.isMember(organizationId, caller.userId)),
  picture: ({ people }, { userId }, caller) => people.areColleagues(userId, caller.userId),
};

export const mayReadFile: MayRead = (deps, file, caller) => readers[file.purpose](deps, file, caller);
