import { editFiles, newestFiles, readText } from '@tandem/api/agent/files/workspace';
import { type AgentEquipment, agentTools } from '@tandem/api/agent/tool/agent-tools';
import { Deferred } from '@tandem/api/ai/tools/deferred';
import { consentSchema, runTool, type ToolContext } from '@tandem/api/ai/tools/tools';
import { transaction } from '@tandem/db';
import { makeChannel, makeTurn } from '@tandem/db/testing/factories/index';
import type { TestServer } from '../harness/server.ts';
import type { Team } from '../workspace/team.ts';

interface CallOptions {
  signal?: AbortSignal;
  onProgress?(output: unknown): void;
  approvedBy?: number;
  /** Done between the call and the storing of its result. */
  beforeStored?(): Promise<unknown>;
}

/** Calls of a run in a channel of an agent, each stored as the engine does, without a model. */
export async function agentCalls(server: TestServer, team: Team) {
  const { platform, db } = server;
  const { id, teamId } = await makeChannel(db, {
    ...{ appId: team.app.id, creatorId: team.owner.id, kind: 'agent' },
  });
  const channel = { id, teamId };
  const turn = await makeTurn(db, { channelId: id, userId: team.owner.id });
  let step = 0;
  const equip = (): Promise<AgentEquipment> => agentTools(platform, { channel, userId: team.owner.id });
  let equipment = await equip();
  const context = (): ToolContext => ({ fetch: platform.fetch, agent: equipment.tools });
  const defects: unknown[] = [];

  return {
    channel,
    turn,
    defects,
    context,
    get equipment() {
      return equipment;
    },
    /** As another process or a later run has it. */
    async again() {
      equipment = await equip();
    },
    /** Runs a call, and stores its result with what it changes. */
    async call<T = Record<string, unknown>>(
      name: string,
      input: object,
      options: CallOptions = {},
    ): Promise<T> {
      const { signal = new AbortController().signal, approvedBy, beforeStored, onProgress } = options;
      const output = await runTool(
        ...([name, input, { ...context(), ...(approvedBy !== undefined && { approvedBy }) }] as const),
        { signal, ...(onProgress && { onProgress }) },
        (_name, error) => defects.push(error),
      );
      await beforeStored?.();
      if (!(output instanceof Deferred)) return output as T;
      step += 1;
      const call = { turnId: turn.id, step, toolCallId: `call-${step}` };
      return (await transaction(db, (tx) => output.commit(tx, call))) as T;
    },
    needsConsent: async (name: string, input: object) =>
      (await consentSchema(name, input, context())) !== null,
    /** Changes files as a person does. */
    write: (files: Record<string, string | Uint8Array>) =>
      editFiles(
        { platform, db },
        channel,
        Object.entries(files).map(([path, content]) => ({
          ...{ do: 'write' as const, path },
          content: { bytes: typeof content === 'string' ? Buffer.from(content) : content },
        })),
      ),
    entries: async () => (await newestFiles({ platform, db }, id)).entries,
    /** The texts of all files. */
    async files(): Promise<Record<string, string | null>> {
      const { entries } = await newestFiles({ platform, db }, id);
      const texts = [...entries].map(
        async ([path, entry]) => [path, await readText({ platform }, entry)] as const,
      );
      return Object.fromEntries(await Promise.all(texts));
    },
    manifests: () =>
      db.selectFrom('agent_manifest').selectAll().where('channelId', '=', id).orderBy('createdAt').execute(),
  };
}

export type AgentCalls = Awaited<ReturnType<typeof agentCalls>>;
