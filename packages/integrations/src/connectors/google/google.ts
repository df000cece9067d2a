import { z } from 'zod';
import type { Choice, Connector } from '../connector.ts';
import { listed } from '../lists.ts';
import type { FaultClass, ServiceHttp } from '../service-http.ts';
import { signIn } from '../ways.ts';

export const driveUrl = 'https://www.googleapis.com/drive/v3';

const auth = 'https://www.googleapis.com/auth/';

/** A way in by signing in at Google; of most scopes their address is left out here. */
export const googleSignIn = (scopes: readonly string[], more: Parameters<typeof signIn>[2]) =>
  signIn('google', ['openid', ...scopes.map((one) => (one === 'email' ? one : `${auth}${one}`))], more);

/** What finds files of shared drives too. */
export const allDrives = { supportsAllDrives: true, includeItemsFromAllDrives: true };

const about = z.object({ user: z.object({ permissionId: z.string(), emailAddress: z.string() }) });

/** 403 says three things there: too many requests, a permission that was not given, and a file that is not one's own. */
export function googleFault(status: number, body: unknown): FaultClass | undefined {
  if (status !== 403) return undefined;
  const reasons = JSON.stringify(body ?? '').slice(0, 5_000);
  if (/rateLimit|RATE_LIMIT|quotaExceeded|sharingRateLimit/i.test(reasons)) return 'retry';
  return /"insufficientPermissions"|SCOPE_INSUFFICIENT|insufficient authentication scopes/.test(reasons)
    ? 'reconnect'
    : 'permanent';
}

/** What is the same for all services that Google lets in, whose account Drive tells. */
export const onGoogle = {
  classOf: googleFault,
  // Whose Google account it is.
  check: async (http) => {
    const { user } = await http.get(`${driveUrl}/about`, about, { query: { fields: 'user' } });
    return { id: user.permissionId, label: user.emailAddress };
  },
} satisfies Partial<Connector>;

const files = z.object({
  files: z.array(z.object({ id: z.string(), name: z.string(), modifiedTime: z.string() })),
  nextPageToken: z.string().optional(),
});

/** The files of this type that the account can reach, those changed last first. */
export const driveFiles = async (http: ServiceHttp, mimeType: string): Promise<readonly Choice[]> => {
  const query = {
    ...{ q: `mimeType='${mimeType}' and trashed=false`, orderBy: 'modifiedTime desc', pageSize: 1_000 },
    ...{ fields: 'nextPageToken,files(id,name,modifiedTime)', ...allDrives },
  };
  const cursor = { pageToken: ({ nextPageToken }: z.infer<typeof files>) => nextPageToken };
  const found = await listed(http, `${driveUrl}/files`, files, 'files', { cursor }, query);
  return found.map(({ id, name, modifiedTime }) => ({ id, name, changedAt: modifiedTime }));
};
