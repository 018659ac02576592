import type { Context } from '../../../core/context.ts';
import { AppError, toAppError } from '../../../core/errors.ts';
import { Redirect } from '../../../core/rest/row.ts';
import type { OidcSettings } from '../../../core/settings.ts';

/** Redirects to the page that explains why a third-party sign-in failed; details are only logged. */
export function failure(ctx: Context, { id, name }: OidcSettings, thrown: unknown): Redirect {
  const error = toAppError(thrown);
  const { key, params } = error.key === 'internal' ? new AppError('oauthFailed') : error;
  ctx.log.warn({ provider: id, error: key, reason: reasonOf(thrown) }, 'third-party sign-in failed');
  const query = new URLSearchParams({ error: key, provider: name });
  for (const [param, value] of Object.entries(params)) query.set(param, String(value));
  return new Redirect(`/callback?${query}`);
}

/**
 * Joins the messages of an error, its causes and the provider; never other fields, which may contain a token.
 */
function reasonOf(error: unknown): string {
  const sentences: string[] = [];
  for (let each = error; each instanceof Error && sentences.length < 8; each = each.cause) {
    sentences.push(each.message);
    for (const field of ['error', 'error_description'] as const) {
      const said: unknown = field in each ? each[field as keyof typeof each] : undefined;
      if (typeof said === 'string') sentences.push(said.slice(0, 200));
    }
  }
  return sentences.join(': ');
}
