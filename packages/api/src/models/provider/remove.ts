import { transaction } from '@tandem/db';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { deleteProvider, lockProvider } from './admin.repo.ts';
import { isFromEnvironment } from './provider.presenter.ts';
import type { LoadedProvider } from './provider.rules.ts';

/**
 * Deletes a provider with its models; assistants that used one answer with the default.
 * @throws AppError `providerBuiltIn`, `providerFromEnvironment`
 */
export async function removeProvider(ctx: UserContext, { provider }: LoadedProvider): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const row = await lockProvider(tx, provider.id);
    if (!row) throw new AppError('notFound');
    const { id, teamId, kind, name, apiHost } = row;
    if (kind === 'offline') throw new AppError('providerBuiltIn');
    if (isFromEnvironment(ctx.platform.settings, row))
      throw new AppError('providerFromEnvironment', { name });
    await deleteProvider(tx, id);
    await recordAudit(tx, ctx, {
      teamId,
      action: 'provider.remove',
      target: { kind: 'provider', id, name },
      detail: { kind, apiHost },
    });
  });
}
