import type { AppRouter } from '@tandem/api';
import type { ChannelLiveEvent } from '@tandem/shared/live/events';
import { createTRPCClient, createWSClient, httpLink, splitLink, wsLink } from '@trpc/client';
import superjson from 'superjson';
import { WebSocket } from 'ws';

/** A stock client of one person: calls over HTTP, subscriptions over one WebSocket. */
export function connectPerson(url: string, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  class AuthorisedSocket extends WebSocket {
    constructor(address: string | URL) {
      super(address, { headers });
    }
  }
  const socket = createWSClient({
    url: `${url.replace(/^http/, 'ws')}/api/live`,
    WebSocket: AuthorisedSocket as unknown as typeof globalThis.WebSocket,
  });
  const trpc = createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: wsLink({ client: socket, transformer: superjson }),
        false: httpLink({ url: `${url}/api`, headers, transformer: superjson }),
      }),
    ],
  });
  return {
    trpc,
    /** Subscribes to a channel; resolves with the first event. */
    watch(channelId: string, onEvent: (event: ChannelLiveEvent) => void): Promise<() => void> {
      return new Promise((resolve, reject) => {
        const subscription = trpc.live.channel.subscribe(
          { channelId },
          {
            onData: ({ data }) => {
              onEvent(data);
              resolve(() => subscription.unsubscribe());
            },
            onError: reject,
          },
        );
      });
    },
    close: () => socket.close(),
  };
}
