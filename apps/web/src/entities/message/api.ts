import { callFailed } from '../../lib/call-failed.ts';
import { isUnauthorised } from '../../lib/errors.ts';
import { api } from '../../lib/trpc.ts';
import type { MessagePort } from './port.ts';

/** These failures are shown where they happen; only the end of the session concerns the whole page. */
const silent = { context: { silent: true } };

async function shownInPlace<T>(kind: 'query' | 'mutation', call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isUnauthorised(error)) callFailed(error, { kind, ownSession: true }, {});
    throw error;
  }
}

/** The server, as the store of a channel's messages needs it. */
export const messagePort: MessagePort = {
  list: (input) => shownInPlace('query', api.message.list.query(input, silent)),
  send: (input) => shownInPlace('mutation', api.message.send.mutate(input, silent)),
  stop: (input) => api.message.stop.mutate(input),
  edit: (input) => shownInPlace('mutation', api.message.edit.mutate(input, silent)),
  regenerate: (input) => shownInPlace('mutation', api.message.regenerate.mutate(input, silent)),
  continue: (input) => shownInPlace('mutation', api.message.continue.mutate(input, silent)),
  decideTool: (input) => shownInPlace('mutation', api.message.decideTool.mutate(input, silent)),
  select: (input) => shownInPlace('mutation', api.message.select.mutate(input, silent)),
  react: (input) => shownInPlace('mutation', api.message.react.mutate(input, silent)),
  editQueued: (input) => shownInPlace('mutation', api.message.editQueued.mutate(input, silent)),
  removeQueued: (input) => shownInPlace('mutation', api.message.removeQueued.mutate(input, silent)),
  watch(input, { onEvent, onError }) {
    const subscription = api.live.channel.subscribe(input, { onData: ({ data }) => onEvent(data), onError });
    return () => subscription.unsubscribe();
  },
};
