import { Deferred } from '@tandem/api/ai/tools/deferred';
import { endDeferred } from '@tandem/api/content/turn/step.repo';
import { describe, expect, it } from 'vitest';
import { until } from '../../running/live.ts';
import { useTalkingServer } from '../message/conversation.ts';
import { useAgent } from './agent.ts';

const server = useTalkingServer();
const agent = useAgent(server, { mode: 'ask' });

describe('the result of a call', () => {
  it('takes effect once where it is stored again, since the word of its commit was lost', async () => {
    const runId = await agent.start([['write_file', { path: 'a', content: 'a' }]]);
    const { toolCallId } = await agent.call('approval-requested');
    // Giving it up until somebody decides counts its epoch up.
    const turn = await until('it waits', async () => {
      const row = await server.db
        .selectFrom('turn')
        .select(['id', 'epoch', 'channelId'])
        .where('id', '=', runId)
        .where('waitingSince', 'is not', null)
        .executeTakeFirst();
      return row ?? null;
    });
    let effects = 0;
    const deferred = new Deferred('planned', async () => `effect ${++effects}`);
    const store = () => endDeferred(server.db, turn, { step: 0, toolCallId }, deferred);
    expect(await store()).toEqual({ value: 'effect 1' });
    expect(await store()).toEqual({ value: 'effect 1' });
    expect(effects).toBe(1);
  });
});
