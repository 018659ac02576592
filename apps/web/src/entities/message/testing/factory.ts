import type { Message, MessagePage } from '@tandem/shared/message/schema';

/** A finished message of a person, for tests. */
export function message(over: Partial<Message> & Pick<Message, 'id' | 'seq'>): Message {
  return {
    channelId: 'channel',
    parentId: null,
    role: 'user',
    author: { id: 1, name: 'Ana', avatar: '' },
    assistant: null,
    parts: [{ type: 'text', text: over.id }],
    status: 'done',
    error: null,
    n: 0,
    turnId: null,
    model: null,
    siblings: [over.id],
    mentions: [],
    reactions: [],
    revision: 1,
    createdAt: new Date(0),
    editedAt: null,
    abilities: { edit: true, react: true, regenerate: false, continue: false, decide: false },
    ...over,
  };
}

/** A page that holds the whole path, for tests. */
export function page(list: Message[], over: Partial<MessagePage> = {}): MessagePage {
  return { list, hasMore: false, lastReadSeq: null, revision: 1, queue: [], ...over };
}
