import type { Part } from '@tandem/shared/message/parts';
import {
  type Conversation,
  chatRequests,
  useConversation,
  useTalkingServer,
} from '../../message/conversation.ts';
import { askIn } from '../../turn/asking.ts';
import { attach, makeDataset, type ReadSource } from '../sources.ts';

export const lease: ReadSource = {
  name: 'lease.pdf',
  pages: [
    { label: 'i', text: 'Contents' },
    {
      label: '1',
      text: 'The rent is due on the first day of each\nmonth. The land-\nlord keeps the roof dry.',
    },
    { label: '2', text: 'Pets need the written consent of the landlord.' },
  ],
};
/** More text than a model of `small` reads at once. */
export const long: ReadSource = {
  name: 'annals.pdf',
  pages: Array.from({ length: 60 }, (_, at) =>
    `Chapter ${at + 1} tells of harbour number ${at + 1}. `.repeat(40),
  ),
};
export const small = { name: 'Named', contextWindow: 16_000 };

export const citationsOf = (parts: readonly Part[]) =>
  parts.flatMap((part) => (part.type === 'data-citation' ? [part.data] : []));
export const callsOf = (parts: readonly Part[]) => parts.filter((part) => part.type === 'dynamic-tool');

/** A conversation of a file's tests with an assistant that answers from sources. */
export function useAnswers() {
  const server = useTalkingServer();
  const talk = useConversation(server);
  return {
    server,
    talk,
    /** Asks, and returns the answer once it is complete. */
    ask: (text: string, on: Conversation = talk) => askIn(server, on, text),
    /** The last request of an answer. */
    lastRequest() {
      const body = chatRequests(server).at(-1)?.body ?? {};
      const tools = (body.tools ?? []) as { function: { name: string } }[];
      return { text: JSON.stringify(body.messages), tools: tools.map((tool) => tool.function.name) };
    },
    /** A dataset of these sources that the answers in a conversation use. */
    async attached(on: Conversation, sources: readonly ReadSource[]) {
      const dataset = await makeDataset(server, on, { sources });
      await attach(server, on, dataset.id, { channelId: on.channelId });
      return dataset;
    },
  };
}
