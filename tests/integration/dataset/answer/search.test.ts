import { describe, expect, it } from 'vitest';
import { openConversation } from '../../message/conversation.ts';
import { callsOf, citationsOf, lease, long, small, useAnswers } from './answers.ts';

const { server, ask, lastRequest, attached } = useAnswers();

describe('sources that are too long', () => {
  it('are searched by tools, and what they find is cited', async () => {
    const on = await openConversation(server, small);
    await attached(on, [lease, long]);
    const answer = await ask(
      '[[tool search_sources {"query":"harbour number 41"}]] [[say It is told [cite:2.41 "tells of harbour number 41"].]] Which chapter?',
      on,
    );
    expect(answer.parts[0]).toMatchObject({ type: 'data-grounding', data: { mode: 'search', ready: 2 } });
    expect(lastRequest().tools).toEqual([
      'search_sources',
      'read_pages',
      'outline',
      'list_sources',
      'query_table',
    ]);
    const [call] = callsOf(answer.parts);
    expect(call).toMatchObject({ toolName: 'search_sources', input: { query: 'harbour number 41' } });
    expect(JSON.stringify(call).includes('"id":"2.41"')).toBe(true);
    expect(citationsOf(answer.parts)[0]?.place).toMatchObject({ page: 41 });
    await on.close();
  });

  it('are read, outlined and listed', async () => {
    const on = await openConversation(server, small);
    await attached(on, [lease, long]);
    const outputOf = async (tool: string, input: object) => {
      const answer = await ask(`[[tool ${tool} ${JSON.stringify(input)}]] Go`, on);
      return callsOf(answer.parts)[0]?.output;
    };
    expect(await outputOf('read_pages', { source: 1, from: 2, to: 3 })).toMatchObject({
      source: 'lease.pdf',
      pages: [
        { id: '1.2', label: '1' },
        { id: '1.3', text: 'Pets need the written consent of the landlord.' },
      ],
      next: null,
    });
    expect(await outputOf('outline', { source: 1 })).toMatchObject({
      pages: 3,
      outline: [{ id: '1.1', label: 'i', begins: 'Contents' }, { id: '1.2' }, { id: '1.3' }],
    });
    expect(await outputOf('list_sources', {})).toEqual({
      sources: [
        { number: 1, name: 'lease.pdf', pages: 3, isReady: true },
        { number: 2, name: 'annals.pdf', pages: 60, isReady: true },
      ],
      next: null,
    });
    await on.close();
  });

  it('come as the best passages to a model without tools', async () => {
    const abilities = JSON.stringify({ tools: false, vision: false, reasoning: false });
    const on = await openConversation(server, { ...small, abilities });
    await attached(on, [long]);
    const answer = await ask('What does chapter 7 tell?', on);
    expect(answer.parts[0]).toMatchObject({ data: { mode: 'search' } });
    expect(lastRequest().tools).toEqual([]);
    expect(lastRequest().text).toMatch(/<page id=\\"1\.\d+\\"/);
    await on.close();
  });
});
