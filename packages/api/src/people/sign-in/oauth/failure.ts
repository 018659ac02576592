import type { Context } from '../../../core/context.ts';
import { AppError, toAppError } from '../../../core/errors.ts';
import { Redirect } from '../../../core/rest/row.ts';
import type { OidcSettings } from '../../../core/settings.ts';

/** Sends the browser to the page that says why a third-party sign-in failed; details go to the log only. */
export function failure(ctx: Context, { id, name }: OidcSettings, thrown: unknown): Redirect {
  const error = toAppError(thrown);
  const { key, params } = error.key === 'internal' ? new AppError('oauthFailed') : error;
  ctx.log.warn({ provider: id, error: key, reason: reasonOf(thrown) }, 'third-party sign-in failed');
  const query = new URLSearchParams({ error: key, provider: name });
  for (const [param, value] of Object.entries(params)) query.set(param, String(value));
  return new Redirect(`/callback?${query}`);
}

/** The sentences of an error and its causes, and the provider's own; never other fields, which may hold a token. */
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
