import { levelRank } from '@tandem/shared/access/permissions';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { appLevelOfMember, levelOfMember } from '../../access/policy/access.fragments.ts';

/**
 * Whether the person who gave access by an invitation still manages that app or channel. Requires
 * `invitation_grant` in the query.
 */
export function stillGiven(): RawBuilder<SqlBool> {
  return sql<SqlBool>`(
    exists (
      select from "app" join "member" on "member"."teamId" = "app"."teamId"
      where "app"."id" = "invitation_grant"."targetId" and "member"."userId" = "invitation_grant"."granterId"
        and "member"."suspendedAt" is null and ${appLevelOfMember()} >= ${sql.lit(levelRank.manage)}
    )
    or exists (
      select from "channel" join "member" on "member"."teamId" = "channel"."teamId"
      where "channel"."id" = "invitation_grant"."targetId" and "member"."userId" = "invitation_grant"."granterId"
        and "member"."suspendedAt" is null and ${levelOfMember()} >= ${sql.lit(levelRank.manage)}
    )
  )`;
}
