import { z } from 'zod';
import type { ServiceAccount } from '../connector.ts';
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

/** Whose Google account it is, as Drive says. */
export async function googleAccount(http: ServiceHttp): Promise<ServiceAccount> {
  const { user } = await http.get(`${driveUrl}/about`, about, { query: { fields: 'user' } });
  return { id: user.permissionId, label: user.emailAddress };
}

/** 403 says three things there: too many requests, a permission that was not given, and a file that is not one's own. */
export function googleFault(status: number, body: unknown): FaultClass | undefined {
  if (status !== 403) return undefined;
  const reasons = JSON.stringify(body ?? '').slice(0, 5_000);
  if (/rateLimit|RATE_LIMIT|quotaExceeded|sharingRateLimit/i.test(reasons)) return 'retry';
  return /"insufficientPermissions"|SCOPE_INSUFFICIENT|insufficient authentication scopes/.test(reasons)
    ? 'reconnect'
    : 'permanent';
}

const files = z.object({
  files: z.array(z.object({ id: z.string(), name: z.string() })),
  nextPageToken: z.string().optional(),
});

/** A page of the files of this type that the account can reach, those changed last first. */
export async function drivePage(http: ServiceHttp, mimeType: string, pageToken: string | undefined) {
  const query = {
    ...{ q: `mimeType='${mimeType}' and trashed=false`, orderBy: 'modifiedTime desc', pageSize: 1_000 },
    ...{ fields: 'nextPageToken,files(id,name)', ...allDrives, pageToken },
  };
  const page = await http.get(`${driveUrl}/files`, files, { query });
  return { items: page.files, next: page.nextPageToken };
}
