import type { Part, ToolPart } from '@tandem/shared/message/parts';
import { describe, expect, it } from 'vitest';
import type { StoredCall, StoredStep } from '../../../content/turn/step.repo.ts';
import { keptParts } from './kept-parts.ts';

const call = (id: string, more: Partial<StoredCall> = {}): StoredCall => ({
  ...{ toolCallId: id, toolName: 'tool', toolKey: null, input: { id }, inputSchema: null, askedAt: null },
  ...{ decision: null, deciderId: null, decidedInput: null, startedAt: null, error: null },
  ...{ output: { value: id }, endedAt: new Date() },
  ...more,
});
const step = (index: number, calls: StoredCall[], partCount = 3 * index): StoredStep => ({
  ...{ index, calls, partCount },
  messages: [{ role: 'assistant', content: [{ type: 'text', text: `words ${index}` }] }],
});
const tool = (id: string, more: Partial<ToolPart> = {}): ToolPart => ({
  ...{ type: 'dynamic-tool', toolCallId: id, toolName: 'tool', input: { id } },
  ...{ state: 'output-available', output: id },
  ...more,
});
const shown = (index: number, ...tools: Part[]): Part[] => [
  { type: 'step-start' },
  { type: 'text', text: `words ${index}`, state: 'done' },
  ...tools,
];
const fresh = { isContinued: false };

describe('the message of a run that is left', () => {
  it('has nothing without a step, but for what a continued answer had', () => {
    const late: Part[] = [{ type: 'text', text: 'x' }, tool('a', { state: 'input-streaming' })];
    expect(keptParts(late, [], fresh)).toEqual([]);
    expect(keptParts(late, [], { isContinued: true })).toEqual([{ type: 'text', text: 'x' }]);
  });

  it('keeps its steps, and drops what came after', () => {
    const kept = [...shown(0, tool('a')), ...shown(1, tool('b'))];
    const steps = [step(0, [call('a')]), step(1, [call('b')])];
    expect(
      keptParts([...kept, { type: 'step-start' }, { type: 'text', text: 'late' }], steps, fresh),
    ).toEqual(kept);
  });

  it('has what was stored of a step and not saved in it', () => {
    const steps = [step(0, [call('a')]), step(1, [call('b'), call('c', { error: 'no', output: null })])];
    const failed = tool('c', { state: 'output-error', errorText: 'no' });
    const { output: _, ...withoutOutput } = failed;
    expect(keptParts(shown(0), steps, fresh)).toEqual([
      ...shown(0, tool('a')),
      ...shown(1, tool('b'), withoutOutput as ToolPart),
    ]);
  });

  it('keeps its steps where people wrote after the last, and no longer says that it paused', () => {
    const said: Part = { type: 'data-said', data: { userId: 1, text: 'Hurry' } };
    const asked: StoredStep = {
      index: 1,
      partCount: 3,
      calls: [],
      messages: [{ role: 'user', content: 'Hurry' }],
    };
    const paused: Part = { type: 'data-pause', data: { reason: 'steps' } };
    const parts = [...shown(0, tool('a')), said, paused];
    expect(keptParts(parts, [step(0, [call('a')]), asked], fresh)).toEqual([...shown(0, tool('a')), said]);
  });

  it('shows a call without an end as one that begins', () => {
    const parts = shown(0, tool('a', { state: 'input-available', output: 'half' }));
    const open = call('a', { endedAt: null, output: null });
    const { output: _, ...begun } = tool('a', { state: 'input-available' });
    expect(keptParts(parts, [step(0, [open])], fresh)).toEqual(shown(0, begun as ToolPart));
  });
});
