import type { AgentRun, AgentStep } from '@tandem/shared/agent/schema';
import type { Part, ToolPart } from '@tandem/shared/message/parts';
import type { Message } from '@tandem/shared/message/schema';
import { useMemo } from 'react';
import { PartView } from '../../../entities/message/parts/PartView.tsx';
import { useRun } from '../../../entities/run/queries.ts';
import { CallGroup } from './CallGroup.tsx';
import { agentToolOf } from './call.ts';
import { stretchesOf } from './groups.ts';
import { PauseCard } from './PauseCard.tsx';
import { QuestionCard } from './QuestionCard.tsx';
import { RunFacts } from './RunFacts.tsx';
import { RunNote } from './RunNote.tsx';

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
        ) : (
          <RunPart
            key={stretch.index}
            part={stretch.part}
            message={message}
            run={run}
            streaming={isRunning && stretch.index === parts.length - 1}
          />
        ),
      )}
      {run && <RunFacts run={run} />}
    </>
  );
}

interface RunPartProps {
  part: Part;
  message: Message;
  run: AgentRun | null;
  streaming: boolean;
}

/** A part of the answer that is no call that was made. */
function RunPart({ part, message, run, streaming }: RunPartProps) {
  const { id, channelId, turnId } = message;
  const mayDecide = message.abilities.decide;
  switch (part.type) {
    case 'data-pause':
      return turnId === null ? null : (
        <PauseCard {...{ channelId, run, mayDecide }} runId={turnId} pause={part.data} />
      );
    case 'data-limit':
    case 'data-said':
      return <RunNote part={part} />;
    case 'dynamic-tool':
      if (agentToolOf(part) === 'ask_person')
        return <QuestionCard part={part} messageId={id} mayDecide={mayDecide} />;
      break;
  }
  return <PartView part={part} streaming={streaming} messageId={id} mayDecide={mayDecide} />;
}
