import type { GroundingUse } from '@tandem/shared/dataset/citation';
import { asksWorkspace, textOf } from '@tandem/shared/message/parts';
import {
  type ContextMessage,
  estimateJson,
  estimateMessage,
  estimateText,
} from '../../../ai/context/context.ts';
import { standaloneQuery } from '../../../ai/offline/query.ts';
import type { PathMessage } from '../../../content/message/path.repo.ts';
import { groundAnswer } from '../../../dataset/grounding/ground.ts';
import type { Usable } from '../../../dataset/grounding/usable.repo.ts';
import { groundInWorkspace } from '../../workspace/ground.ts';
import type { ContextInput } from '../context.ts';

/** Tokens for the answer. */
const ANSWER = 4_096;

/** The material of an answer: sources of datasets, and the workspace where it was asked. */
export interface TurnGrounding {
  /** The datasets' part; null without any. */
  use: GroundingUse | null;
  /** Sent along with the assistant's instructions. */
  instructions: readonly string[];
  /** Sent with the newest question as separate texts. */
  texts: readonly string[];
  /** Tools that the model gets, whatever tools the assistant has. */
  tools: readonly string[];
}

/**
 * Decides how an answer reads its sources and searches the workspace: their text may take half of what the conversation
 * leaves of the model's window.
 */
export async function groundTurn(
  { platform, asking, sources, contextWindow, takesTools, instructions, tools }: ContextInput,
  usable: Usable,
  { path, messages }: { path: readonly PathMessage[]; messages: readonly ContextMessage[] },
): Promise<TurnGrounding> {
  const used = messages.reduce((sum, message) => sum + estimateMessage(message), 0);
  const fixed = estimateText(instructions) + estimateJson(tools) + Math.min(ANSWER, contextWindow / 4);
  const questions = path.filter(({ role }) => role === 'user').toReversed();
  const [question = '', before = ''] = questions.map(({ parts }) => textOf(parts));
  const { db } = platform.database;
  const room = Math.floor((contextWindow - used - fixed) / 2);
  const input = { room, takesTools, question: standaloneQuery(question, before) };
  const ofDatasets = await groundAnswer({ db, platform }, sources, usable, input);
  const workspace = await groundInWorkspace(db, asking, {
    ...input,
    room: room - estimateText(ofDatasets?.text ?? ''),
    isAsked: asksWorkspace(questions[0]?.parts ?? []),
    tools: tools.map(({ name }) => name),
  });
  const both = [ofDatasets, workspace].filter((each) => each !== null);
  return {
    use: ofDatasets?.use ?? null,
    instructions: both.map((each) => each.instructions),
    texts: both.flatMap(({ text }) => text ?? []),
    tools: both.flatMap((each) => each.tools),
  };
}
