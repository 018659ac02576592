import type { Part, ToolPart } from '@tandem/shared/message/parts';
import { expect, it } from 'vitest';
import { stretchesOf } from './groups.ts';

function call(toolCallId: string, state: ToolPart['state'] = 'output-available'): ToolPart {
  return { type: 'dynamic-tool', toolCallId, toolName: 'read_file', state };
}

const text = (words: string): Part => ({ type: 'text', text: words });

it('groups calls across steps until something is said', () => {
  const parts: Part[] = [
    call('a'),
    { type: 'step-start' },
    text(' '),
    call('b'),
    text('Found it.'),
    call('c'),
  ];
  const kinds = stretchesOf(parts).map((each) =>
    each.kind === 'calls' ? each.calls.length : each.part.type,
  );
  expect(kinds).toEqual([2, 'text', 1]);
});

it('shows a call that waits for somebody on its own', () => {
  const stretches = stretchesOf([call('a'), call('b', 'approval-requested'), call('c')]);
  expect(stretches.map(({ kind }) => kind)).toEqual(['calls', 'part', 'calls']);
});
