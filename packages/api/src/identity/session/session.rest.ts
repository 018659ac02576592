import {
  joinByInvitationSchema,
  loginSchema,
  registerSchema,
  sendEmailCodeSchema,
} from '@tandem/shared/session/schema';
import * as z from 'zod';
import { AppError } from '../../core/errors.ts';
import { type HttpExchange, type RestRow, rawRow } from '../../core/rest/row.ts';
import { finishOauth } from '../../people/sign-in/oauth/callback.ts';
import { startOauth } from '../../people/sign-in/oauth/start.ts';
import { listOauthSupport } from '../../people/sign-in/oauth/support.ts';
import { sendEmailCode } from '../../people/sign-in/session.code.ts';
import { joinByInvitation } from '../../people/sign-in/session.join.ts';
import { login, register } from '../../people/sign-in/session.login.ts';
import { clearSessionCookie, setSessionCookie } from './cookie.ts';
import { endSession, type SignedIn } from './session.service.ts';
import { isSignOutMeant } from './sign-out.ts';

const beforeSignIn = 'this is how people sign in; limited per address';

/** Cookies set inside a streamed batch would be lost, so signing in is REST only. */
function withCookie(http: HttpExchange, signedIn: SignedIn): SignedIn {
  setSessionCookie(http, signedIn.token);
  return signedIn;
}

export const sessionRows: RestRow[] = [
  rawRow.public(beforeSignIn, {
    verb: 'POST',
    path: '/api/user/sendEmailCode',
    summary: 'Sends a sign-in code; the answer is the same for every address',
    input: sendEmailCodeSchema,
    handle: (ctx, input) => sendEmailCode(ctx, input),
  }),
  rawRow.public(beforeSignIn, {
    verb: 'POST',
    path: '/api/user/login',
    summary: 'Signs in with a code; answers the token and the person, and sets the cookie',
    crossOrigin: true,
    input: loginSchema,
    handle: async (ctx, input, http) => withCookie(http, await login(ctx, input)),
  }),
  rawRow.public(beforeSignIn, {
    verb: 'POST',
    path: '/api/user/register',
    summary: 'Makes an account with a code; an address that has one is signed in',
    input: registerSchema,
    handle: async (ctx, input, http) => withCookie(http, await register(ctx, input)),
  }),
  rawRow.public(beforeSignIn, {
    verb: 'POST',
    path: '/api/user/joinByInvitation',
    summary:
      'Joins by the link that an invitation was mailed with, which proves the address; answers as login does',
    // Not for other sites: they could sign visitors in to an account of their choice.
    input: joinByInvitationSchema,
    handle: async (ctx, input, http) => withCookie(http, await joinByInvitation(ctx, input)),
  }),
  rawRow.public('ending a session that has ended already must succeed too', {
    verb: 'GET',
    path: '/api/user/logout',
    summary: 'Ends this session everywhere; doing it again is no error',
    input: z.strictObject({}),
    async handle(ctx, _input, http) {
      if (!isSignOutMeant(http)) throw new AppError('foreignOrigin');
      if (ctx.actor.kind === 'user') await endSession(ctx, ctx.actor.sessionId);
      // An Authorization header overrides the cookie, so the cookie is left alone.
      if (http.header('authorization') === undefined) clearSessionCookie(http);
      return null;
    },
  }),
  rawRow.public(beforeSignIn, {
    verb: 'GET',
    path: '/api/oauth/support',
    summary: 'The third-party ways to sign in',
    input: z.strictObject({}),
    handle: async ({ platform }) => listOauthSupport(platform),
  }),
  rawRow.public(beforeSignIn, {
    verb: 'GET',
    path: '/api/oauth/{id}/start',
    summary: 'Sends the browser to a third party to sign in',
    input: z.strictObject({ id: z.string(), returnTo: z.string().optional() }),
    handle: (ctx, input, http) => startOauth(ctx, input, http),
  }),
  rawRow.public(beforeSignIn, {
    verb: 'GET',
    path: '/api/oauth/{id}/callback',
    summary: 'Takes the browser back from a third party',
    // Third parties add parameters of their own.
    input: z.looseObject({ id: z.string() }),
    handle: (ctx, { id }, http) => finishOauth(ctx, id, http),
  }),
];
