import type { AgentFileToDocument } from '@tandem/shared/agent/file';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { AppError } from '../../core/errors.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import { type Place, placeFor } from '../../workspace/channel/channel.rules.ts';
import { agentFor } from '../files/agent.rules.ts';

/** Guards making a document of an agent's file; the operation receives `ctx.channel` and `ctx.place`. */
export const toDocumentRule: AccessRule<AgentFileToDocument, { channel: LoadedChannel; place: Place }> = {
  action: 'app.createChannel',
  check: async ({ db, actor }, input) => {
    const channel = await agentFor(db, actor, input.channelId, 'channel.view');
    const place = await placeFor(db, actor, input);
    if (place.teamId !== channel.teamId) throw new AppError('notFound');
    return { channel, place };
  },
};
