import { CODE_LIFETIME_MS, CODE_MAX_TRIES, CODE_SENDS_PER_HOUR } from '@tandem/shared/session/schema';
import type { Limit } from '../../core/limits/limiter.ts';
import type { Tries } from './session.code.repo.ts';

const HOUR = 60 * 60;

/*
 * Anybody may ask for codes to anybody's address, so a limit on the address alone would let a stranger keep its person
 * out, and tries counted by code alone would let a stranger burn them. Three limits hold together:
 *
 * - one client has 5 codes an hour sent to one address;
 * - all clients together have 8 codes sent to it within the lifetime of a code: 4 for clients that have asked for none
 *   within the hour, 4 for whoever asks. Whoever is refused then has some of those in the mailbox, not too old yet: codes
 *   do not replace each other, so a refusal locks nobody out;
 * - a code takes 5 tries from the client that asked for it, and 3 from all others together: enough to type on another
 *   device what one asked for on this one, and a stranger cannot use up the 5. It takes four networks, which ask for all 8
 *   and burn each other's, to keep a person out who has none of their own, until the 8 are over, once an hour.
 *
 * Guessing: each try of a code is right once in 10^6 times. One client gets 5 codes x (5 + 3) = 40 such tries an hour,
 * one chance in 25,000. More clients get 48 codes an hour; past the first 20 of a day a code takes only 2 tries, and none
 * from others, so that is 20 x 8 + 1,132 x 2 = 2,424 tries a day, one chance in 400 a day, for which ten networks send
 * over a thousand mails to the person who is attacked.
 */

/** Codes that one client has sent to one address. */
export const sendsByPair: Limit = {
  name: 'code.send',
  max: CODE_SENDS_PER_HOUR,
  windowSeconds: HOUR,
  refusal: 'tooManyCodes',
};
/** Whether a code is the first a client has sent to an address. */
export const firstByPair: Limit = { name: 'code.first', max: 1, windowSeconds: HOUR };
/** First codes of clients, sent to one address: those that ask again and again leave them to others. */
export const firstsToAddress: Limit = {
  name: 'code.firsts',
  max: 4,
  windowSeconds: CODE_LIFETIME_MS / 1_000,
};
/** Other codes to one address, by all clients together; one client gets all of its own. */
export const sendsToAddress: Limit = {
  name: 'code.address',
  max: CODE_SENDS_PER_HOUR - 1,
  windowSeconds: CODE_LIFETIME_MS / 1_000,
  refusal: 'tooManyCodes',
};
/** Codes per day to one address that get full tries. */
export const freeCodes: Limit = { name: 'code.free', max: 20, windowSeconds: 24 * HOUR };
/** Tries of a code. */
export const freeTries: Tries = { own: CODE_MAX_TRIES, foreign: 3 };
export const fewTries: Tries = { own: 2, foreign: 0 };
/** Codes by which a signed-in person confirms their identity again. */
export const proofsByPerson: Limit = { ...sendsByPair, name: 'code.proof' };
/** Codes requested by one client for any address; enough for an office behind one address. */
export const sendsByClient: Limit = { name: 'code.ask', max: 60, windowSeconds: HOUR };
/** Sign-ins and registrations tried by one client, right and wrong. */
export const triesByClient: Limit = { name: 'code.try', max: 60, windowSeconds: 10 * 60 };
/** Set-up codes tried by one client. */
export const setupTries: Limit = { name: 'setup.try', max: 20, windowSeconds: HOUR };
/** Third-party sign-ins started by one client. */
export const oauthStarts: Limit = { name: 'oauth.start', max: 60, windowSeconds: 10 * 60 };
