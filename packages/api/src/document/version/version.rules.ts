import { heldByArchive } from '../../access/policy/access.policy.ts';
import { channelFor, type LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import { mayOnVersion, type VersionAction } from './version.policy.ts';
import { findVersion, type VersionRow } from './version.repo.ts';

async function documentFor(
  ctx: UserContext,
  documentId: string,
  action: 'channel.view' | 'channel.edit',
): Promise<LoadedChannel> {
  const channel = await channelFor(ctx.db, ctx.actor, documentId, 'channel.view');
  if (channel.kind !== 'document') throw new AppError('notFound');
  return action === 'channel.view' ? channel : channelFor(ctx.db, ctx.actor, documentId, action);
}

/** Guards operations on all versions of a document; the operation receives `ctx.document`, its channel. */
export function versionsRule<Input extends { documentId: string }>(
  action: 'channel.view' | 'channel.edit',
): AccessRule<Input, { document: LoadedChannel }> {
  return {
    action,
    check: async (ctx, { documentId }) => ({ document: await documentFor(ctx, documentId, action) }),
  };
}

/**
 * Guards operations on one version; the operation receives `ctx.version` and `ctx.document`.
 * @throws AppError `notFound` for people who cannot see the document, `forbidden`, `archived`
 */
export function versionRule<Input extends { versionId: string }>(
  action: VersionAction,
): AccessRule<Input, { version: VersionRow; document: LoadedChannel }> {
  return {
    action,
    async check(ctx, { versionId }) {
      const version = await findVersion(ctx.db, versionId);
      if (!version) throw new AppError('notFound');
      const document = await documentFor(ctx, version.documentId, 'channel.view');
      const { userId } = ctx.actor;
      if (!mayOnVersion(version, { userId, held: document.held }, action)) throw new AppError('forbidden');
      if (action !== 'version.view' && heldByArchive(document, 'channel.edit'))
        throw new AppError('archived');
      return { version, document };
    },
  };
}
