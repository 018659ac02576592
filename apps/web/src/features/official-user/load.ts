import * as z from 'zod';
import { request } from '../../lib/request.ts';
import { hostedOrigin } from '../../lib/web-domain.ts';
import { readOfficialUser, takeOfficialUser } from './store.ts';

const freshSchema = z.looseObject({});

/**
 * Loads the official user once at start-up: the stored record, updated from the hosted site if there is one.
 * A failure is logged, and there is then no official user.
 */
export async function loadOfficialUser(): Promise<void> {
  try {
    const stored = await readOfficialUser();
    const origin = hostedOrigin();
    if (!stored || origin === '') return takeOfficialUser(stored);
    const fresh = freshSchema.parse(
      await request('GET', '/api/user/profile', { base: origin, bearer: stored.token, guest: true }),
    );
    takeOfficialUser({ ...stored, ...fresh, token: stored.token });
  } catch (error) {
    console.error('Could not load the official user', error);
    takeOfficialUser(null);
  }
}
