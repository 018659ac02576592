import type { CompareEvent, CompareModels } from '@tandem/shared/assistant/schema';
import type { CompletionEvent } from '@tandem/shared/completion/schema';
import type { UserContext } from '../../core/context.ts';
import type { CompletionStream } from '../completion/stream.ts';
import { startTry, type Try } from './try.ts';

type Side = CompareEvent['side'];
type Step = { side: Side; stream: CompletionStream; result: IteratorResult<CompletionEvent, void> };

/**
 * Asks two models the same question at once, and streams both answers. A failure of one does not end the
 * other.
 * @throws AppError those of `startTry`
 */
export async function startCompare(
  ctx: UserContext,
  { input, ...tried }: Omit<Try, 'input' | 'kind'> & { input: CompareModels },
): Promise<AsyncGenerator<CompareEvent, void, undefined>> {
  const start = (modelId: string) =>
    startTry(ctx, {
      ...tried,
      kind: 'compare',
      input: { draft: { ...input.draft, modelId }, text: input.text },
    });
  return together({ first: await start(input.first), second: await start(input.second) });
}

async function* together(
  sides: Record<Side, CompletionStream>,
): AsyncGenerator<CompareEvent, void, undefined> {
  const steps = new Map<Side, Promise<Step>>();
  const follow = (side: Side, stream: CompletionStream) =>
    steps.set(
      side,
      stream.next().then((result) => ({ side, stream, result })),
    );
  follow('first', sides.first);
  follow('second', sides.second);
  try {
    while (steps.size > 0) {
      const { side, stream, result } = await Promise.race(steps.values());
      steps.delete(side);
      if (result.done) continue;
      yield { ...result.value, side };
      follow(side, stream);
    }
  } finally {
    await Promise.allSettled([...steps.values(), sides.first.return(), sides.second.return()]);
  }
}
