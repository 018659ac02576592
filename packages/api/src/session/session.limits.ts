import { CODE_SENDS_PER_HOUR } from '@tandem/shared/session/schema';
import type { Limit } from '../core/limits/limiter.ts';

const HOUR = 60 * 60;

/** Codes sent to one e-mail address, whoever asks. */
export const sendsToAddress: Limit = {
  name: 'code.send',
  max: CODE_SENDS_PER_HOUR,
  windowSeconds: HOUR,
  refusal: 'tooManyCodes',
};
/** Codes asked for by one client, for any e-mail address: an office behind one address fits. */
export const sendsByClient: Limit = { name: 'code.ask', max: 60, windowSeconds: HOUR };
/** Sign-ins and registrations tried by one client, right and wrong. */
export const triesByClient: Limit = { name: 'code.try', max: 60, windowSeconds: 10 * 60 };
/** Set-up codes tried by one client. */
export const setupTries: Limit = { name: 'setup.try', max: 20, windowSeconds: HOUR };
/** Third-party sign-ins begun by one client. */
export const oauthStarts: Limit = { name: 'oauth.start', max: 60, windowSeconds: 10 * 60 };
