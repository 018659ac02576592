import type { Db } from '@tandem/db';
import type { AppType } from '@tandem/shared/app/schema';
import type { ChannelKind } from '@tandem/shared/channel/schema';
import { type SqlBool, sql } from 'kysely';
import { appVisibleTo, type Reader, visibleTo } from '../../access/policy/access.fragments.ts';
import { stillGiven } from './fragments.ts';

/** An app or channel an invitation gives access to. */
export interface InvitationTarget {
  appId: string;
  appType: AppType;
  channelId: string | null;
  channelKind: ChannelKind | null;
  name: string;
  /** Rank from 1 to 4. */
  level: number;
}

/**
 * Returns an invitation's targets, channels first: those visible to a reader, or without one those its giver
 * still manages.
 */
export async function targetsOf(db: Db, invitationId: string, reader?: Reader): Promise<InvitationTarget[]> {
  const outOfBin = sql<SqlBool>`("app"."deletedAt" is null and "channel"."deletedAt" is null)`;
  const counts = reader
    ? sql<SqlBool>`(case when "channel"."id" is null then ${appVisibleTo(reader)} else ${visibleTo(reader)} end)`
    : stillGiven();
  return db
    .selectFrom('invitation_grant')
    .leftJoin('channel', 'channel.id', 'invitation_grant.targetId')
    .innerJoin('app', (join) =>
      join.on(sql<SqlBool>`"app"."id" = coalesce("channel"."appId", "invitation_grant"."targetId")`),
    )
    .select((eb) => [
      'app.id as appId',
      'app.type as appType',
      'channel.id as channelId',
      'channel.kind as channelKind',
      eb.fn.coalesce('channel.name', 'app.name').as('name'),
      'invitation_grant.level',
    ])
    .where('invitation_grant.invitationId', '=', invitationId)
    .where(outOfBin)
    .where(counts)
    .orderBy(sql`"channel"."id" is null`)
    .orderBy('invitation_grant.level', 'desc')
    .orderBy('invitation_grant.targetId')
    .execute();
}
