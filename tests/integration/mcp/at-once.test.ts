import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeMcp, startFakeMcp } from '../../fakes/mcp/server.ts';
import { type FakeProvider, startFakeProvider } from '../../fakes/provider/server.ts';
import { apiFor } from '../../running/api.ts';
import { createDatabase } from '../harness/databases.ts';
import { type OwnTalkingServer, startTalkingServer } from '../message/conversation.ts';
import { type Notebook, openNotebook, write } from './notebook.ts';

const carriers: [string, string | null][] = [['NOTIFY', null]];
if (process.env.REDIS_URL) carriers.push(['Redis', process.env.REDIS_URL]);

describe.each(carriers)('a waiting call, and people who decide over two servers and %s', (_, redisUrl) => {
  let servers: OwnTalkingServer[];
  let provider: FakeProvider;
  let fake: FakeMcp;
  let book: Notebook;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const database = await createDatabase();
    drop = database.drop;
    provider = await startFakeProvider({ delayMs: 2 });
    fake = await startFakeMcp();
    const start = () => startTalkingServer({ provider, databaseUrl: database.url, settings: { redisUrl } });
    servers = [await start(), await start()];
    book = await openNotebook(servers[0] as OwnTalkingServer, fake);
  });
  afterAll(async () => {
    await book?.close();
    await Promise.all((servers ?? []).map((server) => server.close()));
    await fake?.close();
    await provider?.close();
    await drop?.();
  });

  it.each([1, 2, 3])('runs once, with the input of the decision that won (%i)', async (round) => {
    fake.notes.length = 0;
    const messageId = await book.ask(write({ title: `Note ${round}`, text: 'As given' }));
    const { toolCallId, input } = await book.call('approval-requested');
    const shown = input as Record<string, unknown>;
    const said = (index: number) => ({ title: `Note ${round}`, text: `Said by ${index}` });
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, (_each, index) =>
        apiFor(servers[index % 2]?.url ?? '', book.api.token).trpc.message.decideTool.mutate({
          ...{ channelId: book.channelId, messageId, toolCallId, shown },
          ...(index % 3 === 0 ? { approve: false } : { approve: true, input: said(index) }),
        }),
      ),
    );
    const stood = tries.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
    expect(stood).toHaveLength(1);
    const refused = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason.data.key] : []));
    expect(new Set(refused)).toEqual(new Set(['toolDecided']));
    await book.live.untilSettled();
    const [index = 0] = stood;
    expect(fake.notes).toEqual(index % 3 === 0 ? [] : [said(index)]);
    const audit = await book.api.trpc.audit.list.query({ action: 'approval.decide' });
    expect(audit.list).toHaveLength(round);
  });

  it('runs on the server that is left when the one that asked has stopped', async () => {
    fake.notes.length = 0;
    const [asking, other] = servers as [OwnTalkingServer, OwnTalkingServer];
    const messageId = await book.ask(write({ title: 'Last', text: 'Kept' }));
    const { toolCallId } = await book.call('approval-requested');
    await asking.platform.turns.drain();
    const { trpc } = apiFor(other.url, book.api.token);
    await trpc.message.decideTool.mutate({ channelId: book.channelId, messageId, toolCallId, approve: true });
    await book.live.untilSettled();
    expect(book.live.list.at(-1)?.status).toBe('done');
    expect(book.live.breaches).toEqual([]);
    expect(fake.notes).toEqual([{ title: 'Last', text: 'Kept' }]);
  });
});
