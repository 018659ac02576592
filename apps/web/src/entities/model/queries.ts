import type { Model, ModelKind } from '@tandem/shared/provider/schema';
import { trpc } from '../../lib/trpc.ts';

/** Models change when an administrator changes them: rarely. Milliseconds. */
const FRESH_MS = 60_000;
/** Not batched, so that nothing else waits for it. */
const alone = { context: { streamed: true } };
const none: Model[] = [];

/** The chat models that this person may choose, best first; empty while they are not known. */
export function useChatModels(): readonly Model[] {
  const { data } = trpc.model.list.useQuery(undefined, {
    staleTime: FRESH_MS,
    select: chatModels,
    trpc: alone,
  });
  return data ?? none;
}

/** The models that answer in channels: those that write, best first, and behind them those that draw. */
export function useAnswerModels(): readonly Model[] {
  const { data } = trpc.model.list.useQuery(undefined, {
    staleTime: FRESH_MS,
    select: answerModels,
    trpc: alone,
  });
  return data ?? none;
}

/** The models of one kind that the team may use, best first; empty while they are not known. */
export function useModelsOf(kind: ModelKind): readonly Model[] {
  const { data } = trpc.model.list.useQuery(undefined, {
    staleTime: FRESH_MS,
    select: (models) => models.filter((model) => model.kind === kind),
    trpc: alone,
  });
  return data ?? none;
}

function answerModels(models: Model[]): Model[] {
  return [...chatModels(models), ...models.filter((model) => model.kind === 'image')];
}

function chatModels(models: Model[]): Model[] {
  return models.filter((model) => model.kind === 'chat');
}
