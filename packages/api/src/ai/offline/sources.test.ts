import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { expect, it } from 'vitest';
import { SEVERAL_PEOPLE } from '../context/prompts.ts';
import { ASKS_WORKSPACE, sourcesText } from '../context/sources.ts';
import { ask } from './testing.ts';

const offered = (...names: string[]) =>
  names.map((name) => ({ type: 'function' as const, name, inputSchema: { type: 'object' as const } }));

/** A question with sources that came along whole. */
const asked = (instructions: string, ...texts: string[]): LanguageModelV4Prompt => [
  { role: 'system', content: instructions },
  { role: 'user', content: texts.map((text) => ({ type: 'text' as const, text })) },
];

it('searches without the name of the person who asks', async () => {
  const prompt = asked(`${SEVERAL_PEOPLE} ${ASKS_WORKSPACE}`, 'Carl: Where is the customs office?');
  const { calls } = await ask('', { prompt, tools: offered('search_workspace') });
  expect(calls).toEqual([['search_workspace', { query: 'Where is the customs office?' }]]);
});

it('quotes sources that came along when the search of the workspace finds nothing', async () => {
  const pages = [{ id: '1.1', label: '1', text: 'The customs office is at pier nine.' }];
  const sources = sourcesText([{ number: 1, name: 'port.md', pages }]);
  const prompt: LanguageModelV4Prompt = [
    ...asked(ASKS_WORKSPACE, 'Where is the customs office?', sources),
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: '1', toolName: 'search_workspace', input: {} }],
    },
    {
      role: 'tool',
      content: [
        {
          ...{ type: 'tool-result', toolCallId: '1', toolName: 'search_workspace' },
          output: { type: 'json', value: { passages: [] } },
        },
      ],
    },
  ];
  const { text } = await ask('', { prompt, tools: offered('search_workspace') });
  expect(text).toContain('[cite:1.1 "The customs office is at pier nine."]');
});
