/** The hosted site that holds the official user's account; "" when none is named. */
let webDomain = '';

/** Calls that concern the official user's account at the hosted site. */
const hostedPaths = new Set(['/api/usage/list', '/api/pay', '/api/user/login']);

/** Takes the domain of the system setting: a host name or an origin; anything else counts as none. */
export function setWebDomain(value: string): void {
  const url = value === '' || value.includes('://') ? value : `https://${value}`;
  webDomain = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? new URL(url).origin : '';
}

/** The origin of the hosted site; "" when there is none or it is this very page's. */
export function hostedOrigin(): string {
  return webDomain === location.origin ? '' : webDomain;
}

/** The base of a call: the hosted site for its own calls, else "" for the page's origin. */
export function baseOf(path: string): string {
  return hostedPaths.has(path) ? hostedOrigin() : '';
}

let hostedBearer: string | null = null;

/** Takes the official user's token, which only the hosted site may see. */
export function setHostedBearer(token: string | null): void {
  hostedBearer = token;
}

export function readHostedBearer(): string | null {
  return hostedBearer;
}
