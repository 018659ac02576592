import type { OauthSupport } from '@tandem/shared/session/schema';
import type { Platform } from '../../../core/platform.ts';
import { enabledProviders } from '../../../identity/setting/values.ts';

/** Well-known issuers by their host, for a picture that people recognise. */
const ICONS: [RegExp, string][] = [
  [/(^|\.)google\.com$/, 'google'],
  [/(^|\.)(microsoftonline|windows|microsoft)\.(com|net)$/, 'microsoft'],
  [/(^|\.)apple\.com$/, 'apple'],
  [/(^|\.)github\.com$/, 'github'],
  [/(^|\.)gitlab\b/, 'gitlab'],
  [/(^|\.)(okta|oktapreview|auth0)\.com$/, 'okta'],
  [/(^|\.)slack\.com$/, 'slack'],
  [/(^|\.)linkedin\.com$/, 'linkedin'],
];

/** Lists the third-party sign-in methods; without any the page offers codes only. */
export function listOauthSupport({ settings, values }: Platform): OauthSupport[] {
  return enabledProviders(settings, values.current).map(({ id, name, issuer }) => ({
    id,
    name,
    icon: iconOf(issuer),
    // Whole, because the provider returns people to PUBLIC_URL: the cookie must be set on the same host.
    authorizeUrl: `${settings.publicUrl}/api/oauth/${encodeURIComponent(id)}/start`,
  }));
}

function iconOf(issuer: string): string {
  const { hostname } = new URL(issuer);
  return ICONS.find(([pattern]) => pattern.test(hostname))?.[1] ?? 'key';
}
