import type { AppRouter } from '@tandem/api';
import type { ChannelLiveEvent } from '@tandem/shared/live/events';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

type Inputs = inferRouterInputs<AppRouter>['message'];
type Answers = inferRouterOutputs<AppRouter>['message'];
type Call<Name extends keyof Inputs> = (input: Inputs[Name]) => Promise<Answers[Name]>;

/** The server calls used by the store of a channel's messages. Calls reject with the API's error. */
export interface MessagePort {
  list: Call<'list'>;
  send: Call<'send'>;
  stop(input: Inputs['stop']): Promise<unknown>;
  edit: Call<'edit'>;
  regenerate: Call<'regenerate'>;
  continue: Call<'continue'>;
  decideTool(input: Inputs['decideTool']): Promise<unknown>;
  select: Call<'select'>;
  react: Call<'react'>;
  editQueued: Call<'editQueued'>;
  removeQueued: Call<'removeQueued'>;
  /**
   * Follows a channel from `revision` on, reconnecting automatically, until the returned function is called.
   */
  watch(
    input: { channelId: string; revision: number },
    listener: { onEvent(event: ChannelLiveEvent): void; onError(error: unknown): void },
  ): () => void;
}
