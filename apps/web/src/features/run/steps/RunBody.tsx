import type { AgentStep } from '@tandem/shared/agent/schema';
import type { ToolPart } from '@tandem/shared/message/parts';
import type { Message } from '@tandem/shared/message/schema';
import { useMemo } from 'react';
import { PartView } from '../../../entities/message/parts/PartView.tsx';
import { useRun } from '../../../entities/run/queries.ts';
import { CallGroup } from './CallGroup.tsx';
import { agentToolOf } from './call.ts';
import { stretchesOf } from './groups.ts';
import { QuestionCard } from './QuestionCard.tsx';
import { RunFacts } from './RunFacts.tsx';

/** The answer of an agent: its steps as lines between what it says. */
export function RunBody({ message }: { message: Message }) {
  const { parts, status, turnId } = message;
  const stretches = useMemo(() => stretchesOf(parts), [parts]);
  const run = useRun(message.channelId, turnId).data ?? null;
  const isRunning = status === 'running';
  const firstCalls = useMemo(() => {
    const found = new Map<string, AgentStep>();
    for (const step of run?.trace ?? []) {
      const first = step.calls[0];
      if (first) found.set(first.toolCallId, step);
    }
    return found;
  }, [run]);
  const stepOf = (part: ToolPart) => firstCalls.get(part.toolCallId) ?? null;
  return (
    <>
      {stretches.map((stretch) =>
        stretch.kind === 'calls' ? (
          <CallGroup key={stretch.at} calls={stretch.calls} isOver={!isRunning} stepOf={stepOf} />
        ) : stretch.part.type === 'dynamic-tool' && agentToolOf(stretch.part) === 'ask_person' ? (
          <QuestionCard
            key={stretch.index}
            part={stretch.part}
            messageId={message.id}
            mayDecide={message.abilities.decide}
          />
        ) : (
          <PartView
            key={stretch.index}
            part={stretch.part}
            streaming={isRunning && stretch.index === parts.length - 1}
            messageId={message.id}
            mayDecide={message.abilities.decide}
          />
        ),
      )}
      {run && <RunFacts run={run} />}
    </>
  );
}
