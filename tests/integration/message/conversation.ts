import type { ModelTable } from '@tandem/db/tables/provider';
import { makeChannel, makeModel, makeProvider } from '@tandem/db/testing/factories/index';
import type { ChannelKind } from '@tandem/shared/channel/schema';
import type { Part } from '@tandem/shared/message/parts';
import type { Insertable } from 'kysely';
import { type FakeProvider, startFakeProvider } from '../../fakes/provider/server.ts';
import { forAll, forEach } from '../harness/filled.ts';
import {
  type OwnServer,
  startTestServer,
  type TestServer,
  type TestServerOptions,
  useServer,
} from '../harness/server.ts';
import { type Follower, follow, type LiveSocket, openSocket } from '../live/follower.ts';
import { openTeam, type Team } from '../workspace/team.ts';

/** A test server whose models answer from a provider on this machine. */
export interface TalkingServer extends TestServer {
  provider: FakeProvider;
}

const reachesThisMachine = { providerPrivateHosts: ['127.0.0.1'], toolPrivateHosts: ['127.0.0.1'] };

export type OwnTalkingServer = TalkingServer & OwnServer;

/** A talking server of its own. */
export async function startTalkingServer({
  provider,
  ...options
}: TestServerOptions & { provider?: FakeProvider } = {}): Promise<OwnTalkingServer> {
  const own = provider ?? (await startFakeProvider({ delayMs: 2 }));
  const server = await startTestServer({
    ...options,
    settings: { ...reachesThisMachine, ...options.settings },
  });
  return {
    ...server,
    provider: own,
    async close() {
      await server.close();
      if (!provider) await own.close();
    },
  };
}

/** The worker's shared server that talks, with a provider of this file's own. */
export function useTalkingServer(): TalkingServer {
  const server = useServer(reachesThisMachine);
  return forAll(
    async () => ({ ...server, provider: await startFakeProvider({ delayMs: 2 }) }),
    ({ provider }) => provider.close(),
  );
}

/** A talking server of this file's own. */
export const useOwnTalkingServer = (options?: TestServerOptions): TalkingServer =>
  forAll(
    () => startTalkingServer(options),
    (server) => server.close(),
  );

/** A second talking server over the database of another, with the same provider. */
export const useTalkingServerBeside = (server: TalkingServer): TalkingServer =>
  forAll(
    () => startTalkingServer({ provider: server.provider, databaseUrl: server.platform.database.url }),
    (beside) => beside.close(),
  );

/** A team with an unnamed chat channel whose assistant speaks with the fake provider. */
export interface Conversation extends Team {
  channelId: string;
  socket: LiveSocket;
  /** The owner's view, live. */
  live: Follower & { stop(): void };
  close(): Promise<void>;
}

export async function openConversation(
  server: TalkingServer,
  {
    name = '',
    channelKind: kind = 'chat',
    tools = [],
    ...model
  }: { name?: string; channelKind?: ChannelKind; tools?: string[] } & Partial<Insertable<ModelTable>> = {},
): Promise<Conversation> {
  const team = await openTeam(server);
  const provider = await makeProvider(server.db, { apiHost: server.provider.url, teamId: team.team.id });
  const { id: modelId } = await makeModel(server.db, {
    providerId: provider.id,
    modelId: 'fake-text',
    ...model,
  });
  await server.db
    .updateTable('assistant')
    .set({ modelId, tools: JSON.stringify(tools) })
    .where('id', '=', team.assistant.id)
    .execute();
  const channel = await makeChannel(server.db, { appId: team.app.id, creatorId: team.owner.id, name, kind });
  const socket = openSocket(server.url, team.api.token as string);
  const live = follow(socket, channel.id);
  await live.until(({ isStarted }) => isStarted, 'the first event');
  return {
    ...team,
    channelId: channel.id,
    socket,
    live,
    async close() {
      live.stop();
      await socket.close();
    },
  };
}

/** A fresh conversation for each test, in a channel that has a name unless told otherwise. */
export const useConversation = (
  server: TalkingServer,
  values: Parameters<typeof openConversation>[1] = {},
): Conversation =>
  forEach(
    () => openConversation(server, { name: 'Named', ...values }),
    (talk) => talk.close(),
  );

/** Requests of answers, completions, titles and summaries that a server's provider has received. */
export const chatRequests = ({ provider }: Pick<TalkingServer, 'provider'>) =>
  provider.requests.filter(({ path }) => path.endsWith('/chat/completions'));

/** A message as the database has it. */
export function stored(server: Pick<TestServer, 'db'>, messageId: string) {
  return server.db.selectFrom('message').selectAll().where('id', '=', messageId).executeTakeFirstOrThrow();
}

/** The words of parts, and what their tools did, in short. */
export function gistOf(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    if (part.type === 'text' || part.type === 'reasoning') return [`${part.type}: ${part.text}`];
    return part.type === 'dynamic-tool' ? [`${part.toolName}: ${part.state}`] : [];
  });
}
