import * as z from 'zod';
import { invitationTokenSchema } from '../invitation/schema.ts';
import { displayNameSchema, emailSchema, languageSchema } from '../user/schema.ts';

/** Digits of a one-time sign-in code. */
export const CODE_LENGTH = 6;
/** A code lives this long, in milliseconds. */
export const CODE_LIFETIME_MS = 10 * 60_000;
/** Tries of whoever asked for a code, after which it is burnt for them. */
export const CODE_MAX_TRIES = 5;
/** Codes that one client may have sent to one address within an hour. */
export const CODE_SENDS_PER_HOUR = 5;

/** What a code proves its address for: one made for one purpose is none for another. */
export type CodePurpose = 'signIn' | 'remove';

/** How a session was ended: by its person from another device, by an administrator, or with the account. */
export type SessionEnd = 'elsewhere' | 'administrator' | 'removed';

export const sendEmailCodeSchema = z.strictObject({
  email: emailSchema,
  language: languageSchema.optional(),
});

/** Only text of exactly six digits is a code: null, numbers, arrays and objects are refused before any look-up. */
export const codeSchema = z.string().regex(new RegExp(`^\\d{${CODE_LENGTH}}$`));

export const loginSchema = z.strictObject({ email: emailSchema, code: codeSchema });
export type LoginInput = z.output<typeof loginSchema>;
export const registerSchema = loginSchema.extend({
  name: displayNameSchema,
  /** Printed at start; asked of the first account when the server listens beyond loopback. */
  setupCode: z.string().min(1).max(64).optional(),
  /** That of the page; without it the account has none and follows each browser. */
  language: languageSchema.optional(),
  /** Token of the invitation by whose link the person came. */
  invitation: invitationTokenSchema.optional(),
});
export type RegisterInput = z.output<typeof registerSchema>;

/** By the link that was mailed with an invitation, for who has no account yet. */
export const joinByInvitationSchema = z.strictObject({
  token: invitationTokenSchema,
  name: displayNameSchema,
  /** That of the page. */
  language: languageSchema.optional(),
});
export type JoinByInvitation = z.output<typeof joinByInvitationSchema>;

/** How a code travels: by mail, or printed in the server's output when no mail server is configured. */
export type CodeDelivery = 'mail' | 'console';

/** A device on which a person is signed in. */
export interface Device {
  sessionId: string;
  /** As far as its browser tells; "" when it does not. */
  browser: string;
  system: string;
  ip: string;
  createdAt: Date;
  lastSeenAt: Date;
  /** The one that asks. */
  current: boolean;
}

export const oneSessionSchema = z.strictObject({ sessionId: z.uuid() });

/** A third-party way to sign in, as `/api/oauth/support` lists it. */
export interface OauthSupport {
  id: string;
  name: string;
  icon: string;
  authorizeUrl: string;
}
