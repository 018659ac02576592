import type { Part, ToolPart } from '@tandem/shared/message/parts';

/** A stretch of an answer: calls that follow each other, or one part that is no call. */
export type Stretch =
  | { kind: 'calls'; at: number; calls: { part: ToolPart; index: number }[] }
  | { kind: 'part'; part: Part; index: number };

/** Splits an answer where calls are interrupted by words or by a question to people. */
export function stretchesOf(parts: readonly Part[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.type === 'step-start' || part.type === 'data-citation') continue;
    if (part.type !== 'dynamic-tool' || part.state === 'approval-requested') {
      if (isShown(part)) stretches.push({ kind: 'part', part, index });
      continue;
    }
    const last = stretches.at(-1);
    if (last?.kind === 'calls') last.calls.push({ part, index });
    else stretches.push({ kind: 'calls', at: index, calls: [{ part, index }] });
  }
  return stretches;
}

function isShown(part: Part): boolean {
  return (part.type !== 'text' && part.type !== 'reasoning') || part.text.trim() !== '';
}
