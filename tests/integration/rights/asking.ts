import { makeGrant } from '@tandem/db/testing/factories/index';
import { type AccessLevel, levelRank } from '@tandem/shared/access/permissions';
import type { ToolPart } from '@tandem/shared/message/parts';
import type { Api } from '../../running/api.ts';
import { type Conversation, openConversation, type TalkingServer } from '../message/conversation.ts';

export const documentTools = ['find_documents', 'read_document', 'create_document', 'append_to_document'];
export type Person = Awaited<ReturnType<Conversation['person']>>;

/** A channel that the whole team may edit, in which one member asks and another decides; the owner looks on. */
export interface Room extends Conversation {
  asker: Person;
  decider: Person;
  /** A colleague with read access. */
  reader: Person;
  /** A private document of the owner's with these levels, which nobody but they and the owner see. */
  closed(name: string, levels: { asker?: AccessLevel; decider?: AccessLevel }): Promise<string>;
  /** A document that everyone in the team may edit. */
  open(name: string, appId?: string): Promise<string>;
  /** Makes the model call a tool for the asker; returns the call once it is in one of these states. */
  ask(tool: string, input: object, ...states: ToolPart['state'][]): Promise<ToolPart>;
  /** The newest call, once its state is one of these. */
  call(...states: ToolPart['state'][]): Promise<ToolPart>;
  decide(api: Api, call: ToolPart, approve: boolean, input?: Record<string, unknown>): Promise<unknown>;
  facts(api: Api, call: ToolPart): ReturnType<Api['trpc']['message']['consent']['query']>;
}

export async function openRoom(server: TalkingServer): Promise<Room> {
  const talk = await openConversation(server, { name: 'Named', tools: documentTools });
  const { trpc } = talk.api;
  const { channelId } = talk;
  await trpc.app.setPermission.mutate({ appId: talk.app.id, permission: 'edit' });
  const [asker, decider, reader] = await Promise.all([talk.person(), talk.person(), talk.person()]);
  const make = async (name: string, appId = talk.app.id) => {
    const { id } = await trpc.channel.create.mutate({ appId, kind: 'document', name });
    await trpc.document.append.mutate({ documentId: id, content: `The words of ${name}` });
    return id;
  };
  const newest = () => talk.live.list.at(-1);
  const callIn = async (from: number, states: ToolPart['state'][]) => {
    const found = () =>
      talk.live.list
        .slice(from)
        .flatMap(({ parts }) => parts)
        .findLast((part): part is ToolPart => part.type === 'dynamic-tool' && states.includes(part.state));
    await talk.live.until(() => found() !== undefined, states.join(' or '));
    return found() as ToolPart;
  };
  const at = ({ toolCallId }: ToolPart) => ({ channelId, messageId: newest()?.id as string, toolCallId });
  return {
    ...talk,
    asker,
    decider,
    reader,
    open: make,
    async closed(name, levels) {
      const id = await make(name);
      await trpc.channel.setVisibility.mutate({ channelId: id, visibility: 'private' });
      for (const [who, level] of Object.entries(levels)) {
        const { user } = who === 'asker' ? asker : decider;
        if (level === 'none') continue;
        await makeGrant(server.db, {
          teamId: talk.team.id,
          targetId: id,
          userId: user.id,
          level: levelRank[level],
        });
      }
      return id;
    },
    async ask(tool, input, ...states) {
      const before = talk.live.list.length;
      const text = `[[tool ${tool} ${JSON.stringify(input)}]] Please`;
      await asker.api.trpc.message.send.mutate({ channelId, text });
      return callIn(before, states);
    },
    call: (...states) => callIn(talk.live.list.length - 1, states),
    decide: (api, call, approve, input) =>
      api.trpc.message.decideTool.mutate({ ...at(call), approve, ...(input && { input }) }),
    facts: (api, call) => api.trpc.message.consent.query(at(call)),
  };
}
