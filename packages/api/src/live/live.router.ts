import {
  watchChannelSchema,
  watchDatasetSchema,
  watchDocumentSchema,
  watchMeSchema,
  watchTeamSchema,
} from '@tandem/shared/live/schema';
import { channelRule } from '../access/policy/access.rules.ts';
import { procedure, router } from '../core/trpc/trpc.ts';
import { datasetRule } from '../dataset/dataset/dataset.rules.ts';
import { documentRule } from '../document/discussion/discussion.rules.ts';
import { watchChannel } from './channel/stream.ts';
import { watchDataset } from './dataset/stream.ts';
import { watchDocument } from './document/stream.ts';
import { allowed } from './me/allowance.ts';
import { watchMe } from './me/stream.ts';
import { watchTeam } from './team/stream.ts';

/**
 * Subscriptions. Browsers carry them over the WebSocket at `/api/live`; other clients get the same by server-sent
 * events, for instance with curl:
 *
 *     curl -NG "$URL/api/live.channel" -H "authorization: Bearer $TOKEN" \
 *       --data-urlencode 'input={"json":{"channelId":"…"}}'
 *
 * Each event's `id:` is its tracked id. A client that lost the stream sends the last one back, by the header
 * `Last-Event-Id` (a browser's EventSource does by itself), and goes on where it was.
 */
export const liveRouter = router({
  /**
   * One channel. Load `message.list`, show it, then subscribe with its `revision`; or subscribe without one,
   * and the first event is the newest page (`reset: true`). `ChannelLiveEvent` defines how to apply events.
   * The stream ends with `gone` when the reader loses access or the channel is deleted.
   */
  channel: procedure
    .guarded(
      watchChannelSchema,
      channelRule('channel.view', (input) => input.channelId),
    )
    .subscription(({ ctx, input, signal }) =>
      allowed(ctx, watchChannel(ctx, ctx.channel, input, signal ?? new AbortController().signal)),
    ),

  /**
   * A document's discussions, appearance and versions. Load `discussion.list`, show it, then subscribe with
   * its `revision`; or without one, and the first event contains all of them (`reset: true`). It ends with
   * `gone` as a channel's does.
   */
  document: procedure
    .guarded(
      watchDocumentSchema,
      documentRule('channel.view', (input) => input.documentId),
    )
    .subscription(({ ctx, input, signal }) =>
      allowed(ctx, watchDocument(ctx, ctx.channel, input, signal ?? new AbortController().signal)),
    ),

  /** A dataset's sources and the progress of reading them. Ends with `gone` as a channel's does. */
  dataset: procedure
    .guarded(watchDatasetSchema, datasetRule('channel.view'))
    .subscription(({ ctx, signal }) =>
      allowed(ctx, watchDataset(ctx, ctx.dataset, signal ?? new AbortController().signal)),
    ),

  /**
   * The reader's view of a team's tree: the named team's, else their current one's. With the client's
   * `treeRevision` it sends later changes; without one the first event is the whole tree (`reset: true`).
   */
  team: procedure
    .signedIn()
    .input(watchTeamSchema)
    .subscription(({ ctx, input, signal }) =>
      allowed(ctx, watchTeam(ctx, input, signal ?? new AbortController().signal)),
    ),

  /**
   * Events of the reader alone, in every tab: unread counts, changes of their profile, the end of this
   * session. It starts with counts that changed in the last hour, or since the lost stream's last event.
   */
  me: procedure
    .signedIn()
    .input(watchMeSchema)
    .subscription(({ ctx, input, signal }) =>
      allowed(ctx, watchMe(ctx, input, signal ?? new AbortController().signal)),
    ),
});
