import { paths } from '../../paths.ts';
import type { AppState } from './app-session.ts';

/** Where people open the app: at its own domain, below the domain of apps, or at a path of this server. */
export function appAddress({
  domain,
  customSubdomain,
  appsHost,
  publicIdentifier,
}: Pick<AppState, 'domain' | 'customSubdomain' | 'appsHost' | 'publicIdentifier'>): string {
  if (domain?.verified === true) return domain.address;
  if (customSubdomain !== null && appsHost !== null)
    return `${location.protocol}//${customSubdomain}.${appsHost}/`;
  return new URL(paths.publishedApp(publicIdentifier), location.href).href;
}
