import type { Db } from '@tandem/db';
import type { AttachDataset, DatasetUser } from '@tandem/shared/dataset/schema';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { channelFor, type LoadedChannel } from '../../access/policy/access.rules.ts';
import { AppError } from '../../core/errors.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import { loadAssistant } from '../../models/assistant/assistant.rules.ts';
import { datasetFor } from '../dataset/dataset.rules.ts';

/**
 * Loads an assistant or channel for a person who wants to see or change which datasets it uses.
 * @returns its team
 * @throws AppError `notFound`, `forbidden`, `archived`
 */
async function userFor(
  db: Db,
  reader: Reader,
  to: DatasetUser,
  action: 'view' | 'edit',
): Promise<{ teamId: string }> {
  return 'channelId' in to
    ? channelFor(db, reader, to.channelId, `channel.${action}`)
    : loadAssistant(db, reader, to.assistantId, `app.${action}`);
}

/** Guards reading which datasets an assistant or a channel uses. */
export function attachedRule<Input extends { to: DatasetUser }>(): AccessRule<Input, object> {
  return {
    action: 'dataset.attached',
    check: async ({ db, actor }, { to }) => {
      await userFor(db, actor, to, 'view');
      return {};
    },
  };
}

/** Guards detaching: whoever may change the assistant or channel decides what it uses. */
export function detachRule<Input extends { to: DatasetUser }>(): AccessRule<Input, object> {
  return {
    action: 'dataset.detach',
    check: async ({ db, actor }, { to }) => {
      await userFor(db, actor, to, 'edit');
      return {};
    },
  };
}

/**
 * Guards attaching, which lets others read quotes: it needs manage on the dataset and edit on what will use it. The
 * operation receives `ctx.dataset`, its channel.
 */
export function attachRule(): AccessRule<AttachDataset, { dataset: LoadedChannel }> {
  return {
    action: 'dataset.attach',
    check: async ({ db, actor }, { datasetId, to }) => {
      const dataset = await datasetFor(db, actor, datasetId, 'channel.manage');
      const { teamId } = await userFor(db, actor, to, 'edit');
      if (teamId !== dataset.teamId) throw new AppError('notFound');
      return { dataset };
    },
  };
}
