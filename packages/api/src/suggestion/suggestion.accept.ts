import type { AcceptedSuggestion } from '@tandem/shared/suggestion/schema';
import { bareSuggestion } from '@tandem/shared/suggestion/text';
import type { LoadedChannel } from '../access/access.rules.ts';
import type { UserContext } from '../core/context.ts';
import { limitByActor } from '../core/limits/limit-calls.ts';
import type { Limit } from '../core/limits/limiter.ts';
import { readText } from '../document/document.reading.ts';
import { withoutRemoteFiles } from '../document/document.remote.ts';
import { changeDocument } from '../document/document.state.ts';
import { keepVersion } from '../version/version.keep.ts';
import { keptStateOf } from '../version/version.state.ts';

const acceptances: Limit = { name: 'suggestion.accept', max: 30, windowSeconds: 60 };

/**
 * Keeps the document as it is and answers a suggestion as blocks. The editor puts them in: so it is one step for its
 * writer to undo, and meets what others type where it stands by then.
 * @throws AppError `tooManyRequests`, and those of `readText`
 */
export async function acceptSuggestion(
  ctx: UserContext,
  { id: documentId }: LoadedChannel,
  text: string,
): Promise<AcceptedSuggestion> {
  await limitByActor(ctx, acceptances);
  const { userId } = ctx.actor;
  const written = { format: 'markdown', text: bareSuggestion(text) } as const;
  const blocks = withoutRemoteFiles(await readText(written, userId));
  let versionId: string | null = null;
  await changeDocument(ctx.platform, documentId, {
    userId,
    async change(stored, tx) {
      const kept = keptStateOf(stored);
      // There is nothing to go back to in an empty one.
      if (kept.wordCount > 0)
        versionId = await keepVersion(tx, ctx.platform, { documentId, kept, cause: 'ai', userId });
    },
  });
  return { blocks, versionId };
}
