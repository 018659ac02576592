import type { OidcSettings } from '@tandem/api/core/settings';
import { isNear } from './misspelt.ts';
import type { Environment } from './variables.ts';

/** The parts of one third-party way to sign in, `OIDC_<ID>_<PART>`, in the order of `.env.example`. */
export const oidcParts = {
  ISSUER: 'Address of the service, as its discovery document names it.',
  CLIENT_ID: 'What the service calls this installation.',
  CLIENT_SECRET: 'The secret that goes with it.',
  NAME: 'What the button says; the id unless set.',
} as const;

const pattern = /^OIDC_([A-Z0-9]+(?:_[A-Z0-9]+)*?)_(ISSUER|CLIENT_ID|CLIENT_SECRET|NAME)$/;
const needed = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'] as const;

/** Reads every `OIDC_<ID>_*`; an incomplete provider is an error. */
export function readOidc(env: Environment, mistakes: string[]): OidcSettings[] {
  const found = new Map<string, Partial<Record<keyof typeof oidcParts, string>>>();
  for (const [variable, raw] of Object.entries(env)) {
    const value = raw?.trim();
    const match = pattern.exec(variable);
    if (!value) continue;
    if (!match?.[1]) {
      const meant = meantBy(variable);
      if (meant) mistakes.push(`${variable} is no variable of Tandem. Did you mean ${meant}?`);
      continue;
    }
    const parts = found.get(match[1]) ?? {};
    found.set(match[1], { ...parts, [match[2] as keyof typeof oidcParts]: value });
  }
  return [...found].flatMap(([id, parts]) => {
    const missing = needed.filter((part) => !parts[part]).map((part) => `OIDC_${id}_${part}`);
    const { ISSUER: issuer = '', CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '', NAME } = parts;
    if (missing.length > 0) mistakes.push(`Signing in by OIDC_${id} also needs ${missing.join(' and ')}.`);
    else if (!isIssuer(issuer))
      mistakes.push(
        `OIDC_${id}_ISSUER must be an https URL (http on this machine only), not ${JSON.stringify(issuer)}.`,
      );
    else
      return [
        { id: id.toLowerCase().replaceAll('_', '-'), name: NAME ?? id, issuer, clientId, clientSecret },
      ];
    return [];
  });
}

/** Returns the probably intended variable of a similar name; null for an unrelated one. */
function meantBy(variable: string): string | null {
  const rest = /^OIDC_(.+)$/.exec(variable)?.[1];
  if (rest === undefined) return null;
  for (const part of Object.keys(oidcParts)) {
    if (rest === part) return `OIDC_EXAMPLE_${part}, with an id of your choice for EXAMPLE`;
    for (let at = 1; at < rest.length; at++) {
      const [id, end] = [rest.slice(0, at).replace(/_$/, ''), rest.slice(at).replace(/^_/, '')];
      if (id !== '' && rest[at - 1] === '_' && (isNear(end, part) || isSpelledTogether(end, part)))
        return `OIDC_${id}_${part}`;
    }
  }
  return null;
}

function isSpelledTogether(end: string, part: string): boolean {
  return end.replaceAll('_', '') === part.replaceAll('_', '');
}

function isIssuer(issuer: string): boolean {
  const url = URL.parse(issuer);
  const local = url !== null && /^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && local);
}
