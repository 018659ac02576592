import type { Message, MessageError } from '@tandem/shared/message/schema';

/**
 * The error of an answer, as it reads to one of its readers: a person's own budget is "yours" to them alone, others read
 * whose it is.
 * @param messages where the name of who asked is looked for
 */
export function asSeenBy(
  userId: number,
  error: MessageError,
  messages: Iterable<Pick<Message, 'author'>>,
): MessageError {
  const { userId: spender, ...params } = error.params ?? {};
  if (params.scope !== 'user' || spender === undefined || spender === userId) return error;
  for (const { author } of messages)
    if (author?.id === spender) return { ...error, params: { ...params, scope: 'other', name: author.name } };
  return { ...error, params: { ...params, scope: 'someone' } };
}
