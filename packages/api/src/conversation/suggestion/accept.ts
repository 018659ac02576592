import { transaction } from '@tandem/db';
import type { AcceptedSuggestion } from '@tandem/shared/suggestion/schema';
import { bareSuggestion } from '@tandem/shared/suggestion/text';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import type { Limit } from '../../core/limits/limiter.ts';
import { readText } from '../../document/document/reading.ts';
import { editsStill } from '../../document/document/write.ts';
import { currentState, keepVersion } from '../../document/version/keep.ts';

const acceptances: Limit = { name: 'suggestion.accept', max: 30, windowSeconds: 60 };

/**
 * Keeps a version of the document and returns a suggestion as blocks. The editor inserts them, so that it is
 * one undo step for its writer, and merges with what others type.
 * @throws AppError `tooManyRequests`, and those of `readText`
 */
export async function acceptSuggestion(
  ctx: UserContext,
  document: LoadedChannel,
  text: string,
): Promise<AcceptedSuggestion> {
  await limitByActor(ctx, acceptances);
  const { userId } = ctx.actor;
  const written = { format: 'markdown', text: bareSuggestion(text) } as const;
  const documentId = document.id;
  const blocks = await readText(written, userId, { isFromModel: true });
  const kept = await currentState(ctx.db, documentId, userId);
  const versionId = await transaction(ctx.db, async (tx) => {
    await editsStill(ctx, document)(tx);
    // An empty document needs no version.
    if (kept.wordCount === 0) return null;
    return keepVersion(tx, ctx.platform, { documentId, kept, cause: 'ai', userId });
  });
  return { blocks: [...blocks], versionId };
}
