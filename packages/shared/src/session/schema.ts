import * as z from 'zod';
import { invitationTokenSchema } from '../invitation/schema.ts';
import { displayNameSchema, emailSchema, languageSchema } from '../user/schema.ts';

/** Digits of a one-time sign-in code. */
export const CODE_LENGTH = 6;
/** A code lives this long, in milliseconds. */
export const CODE_LIFETIME_MS = 10 * 60_000;
/** Tries of the client that requested a code, after which it is invalid for them. */
export const CODE_MAX_TRIES = 5;
/** Codes one client may have sent to one address per hour. */
export const CODE_SENDS_PER_HOUR = 5;

/** Purpose of a code: one is not valid for another. */
export type CodePurpose = 'signIn' | 'remove';

/** How a session was ended: by its person from another device, by an administrator, or with the account. */
export type SessionEnd = 'elsewhere' | 'administrator' | 'removed';

export const sendEmailCodeSchema = z.strictObject({
  email: emailSchema,
  language: languageSchema.optional(),
});

/**
 * A code is a string of exactly six digits: null, numbers, arrays and objects are refused before any look-up.
 */
export const codeSchema = z.string().regex(new RegExp(`^\\d{${CODE_LENGTH}}$`));

export const loginSchema = z.strictObject({ email: emailSchema, code: codeSchema });
export type LoginInput = z.output<typeof loginSchema>;
export const registerSchema = loginSchema.extend({
  name: displayNameSchema,
  /** Printed at start; required for the first account when the server listens beyond loopback. */
  setupCode: z.string().min(1).max(64).optional(),
  /** The page's; without it the account has none and follows each browser. */
  language: languageSchema.optional(),
  /** Token of the invitation link the person came by. */
  invitation: invitationTokenSchema.optional(),
});
export type RegisterInput = z.output<typeof registerSchema>;

/** By the mailed link of an invitation, for people without an account. */
export const joinByInvitationSchema = z.strictObject({
  token: invitationTokenSchema,
  name: displayNameSchema,
  /** The page's language. */
  language: languageSchema.optional(),
});
export type JoinByInvitation = z.output<typeof joinByInvitationSchema>;

/** Delivery of a code: by mail, or printed by the server without a mail server. */
export type CodeDelivery = 'mail' | 'console';

/** A device on which a person is signed in. */
export interface Device {
  sessionId: string;
  /** As the browser states; "" if unknown. */
  browser: string;
  system: string;
  ip: string;
  createdAt: Date;
  lastSeenAt: Date;
  /** Whether it is the caller's. */
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
