import type { AgentFileState } from '@tandem/shared/agent/file';
import type { StateRow } from './state.repo.ts';

/** Returns a state of an agent's files as its readers see it. */
export function presentState({
  id,
  kind,
  files,
  bytes,
  turnId,
  step,
  toolCallId,
  ...row
}: StateRow): AgentFileState {
  const { authorId, authorName, authorAvatar, createdAt } = row;
  return {
    ...{ id, kind, files, bytes, step, toolCallId, createdAt },
    runId: turnId,
    author:
      authorId === null || authorName === null
        ? null
        : { id: authorId, name: authorName, avatar: authorAvatar ?? '' },
  };
}
