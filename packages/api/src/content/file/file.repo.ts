import type { Db } from '@tandem/db';
import type { FileTable } from '@tandem/db/tables/file';
import { type Insertable, type Selectable, sql } from 'kysely';
import { appVisibleTo, type Reader, visibleTo } from '../../access/policy/access.fragments.ts';

export type FileRow = Selectable<FileTable>;

/** Stores the row of a file. */
export function insertFile(tx: Db, file: Insertable<FileTable>): Promise<FileRow> {
  return tx.insertInto('file').values(file).returningAll().executeTakeFirstOrThrow();
}

/**
 * Returns the file if the reader may read it: with its channel or app, as an avatar of a person or assistant
 * of one of their teams, or as their own unattached upload.
 */
export async function findFile(db: Db, reader: Reader, fileId: string): Promise<FileRow | null> {
  const [found] = await findFiles(db, reader, [fileId]);
  return found ?? null;
}

/** Returns the readable files among these, in no order. */
export async function findFiles(db: Db, reader: Reader, fileIds: readonly string[]): Promise<FileRow[]> {
  if (fileIds.length === 0) return [];
  return db
    .selectFrom('file')
    .selectAll('file')
    .where('file.id', 'in', fileIds)
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('channel')
            .select('channel.id')
            .whereRef('channel.id', '=', 'file.channelId')
            .where(visibleTo(reader)),
        ),
        exists(
          selectFrom('app')
            .select('app.id')
            .whereRef('app.id', '=', 'file.appId')
            .where(appVisibleTo(reader)),
        ),
        and([eb('file.isAvatar', '=', true), eb('file.assistantId', 'is', null), sharesTeam(reader)]),
        and([eb('file.assistantId', 'is not', null), isOfTeam(reader)]),
        and([eb('file.isLogo', '=', true), isOfTeam(reader)]),
        and([
          eb('file.channelId', 'is', null),
          eb('file.appId', 'is', null),
          eb('file.assistantId', 'is', null),
          eb('file.isLogo', '=', false),
          eb('file.uploaderId', '=', reader.userId),
        ]),
      ]),
    )
    .execute();
}

function sharesTeam(reader: Reader) {
  return sql<boolean>`exists (
    select from "member" as "mine" join "member" as "theirs" using ("teamId")
    where "mine"."userId" = ${reader.userId} and "mine"."suspendedAt" is null
      and "theirs"."userId" = "file"."uploaderId"
  )`;
}

function isOfTeam(reader: Reader) {
  return sql<boolean>`exists (
    select from "member" where "teamId" = "file"."teamId" and "userId" = ${reader.userId} and "suspendedAt" is null
  )`;
}

/** Returns a person's unattached uploads, locked against the sweep until the transaction ends. */
export function lockWaiting(tx: Db, userId: number, fileIds: readonly string[]): Promise<FileRow[]> {
  return waitingOf(tx, userId, fileIds).forUpdate().execute();
}

function waitingOf(db: Db, userId: number, fileIds: readonly string[]) {
  return db
    .selectFrom('file')
    .selectAll()
    .where('id', 'in', fileIds)
    .where('uploaderId', '=', userId)
    .where('channelId', 'is', null)
    .where('appId', 'is', null)
    .where('isAvatar', '=', false)
    .where('isLogo', '=', false);
}

/** Total bytes of a person's unattached uploads. */
export async function sizeWaiting(db: Db, userId: number): Promise<number> {
  const { size } = await db
    .selectFrom('file')
    .select(sql<string>`coalesce(sum("size"), 0)`.as('size'))
    .where('uploaderId', '=', userId)
    .where('channelId', 'is', null)
    .where('appId', 'is', null)
    .where('isAvatar', '=', false)
    .where('isLogo', '=', false)
    .executeTakeFirstOrThrow();
  return Number(size);
}

/** Serialises counts of a person's uploads until the transaction ends. */
export async function lockUploads(tx: Db, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tandem uploads ${userId}`}, 0))`.execute(tx);
}

/** Has files belong to a channel of a team. */
export async function giveToChannel(
  tx: Db,
  fileIds: readonly string[],
  channel: { id: string; teamId: string },
): Promise<void> {
  await tx
    .updateTable('file')
    .set({ channelId: channel.id, teamId: channel.teamId })
    .where('id', 'in', fileIds)
    .execute();
}

/**
 * Gives a channel its own rows for files of another channel; the content is stored once.
 * @param ids the new id of each copied file; files gone meanwhile are skipped
 */
export async function copyToChannel(
  tx: Db,
  ids: ReadonlyMap<string, string>,
  { from, to }: { from: string; to: { id: string; teamId: string } },
): Promise<void> {
  await sql`
    with "held" as (
      select "file".*, "copy"."newId" from "file"
      join unnest(${[...ids.keys()]}::uuid[], ${[...ids.values()]}::uuid[]) as "copy" ("oldId", "newId")
        on "copy"."oldId" = "file"."id"
      where "file"."channelId" = ${from}
      -- Else their content could be removed before the copies count.
      for share of "file"
    )
    insert into "file"
      ("id", "teamId", "uploaderId", "channelId", "name", "mediaType", "size", "hash", "width", "height")
    select "newId", ${to.teamId}::uuid, "uploaderId", ${to.id}::uuid, "name", "mediaType", "size", "hash", "width",
      "height"
    from "held"
  `.execute(tx);
}

/** Files of one channel, in no order. */
export function findInChannel(db: Db, channelId: string, fileIds: readonly string[]): Promise<FileRow[]> {
  return db
    .selectFrom('file')
    .selectAll()
    .where('channelId', '=', channelId)
    .where('id', 'in', fileIds)
    .execute();
}

/** Deletes files of one channel. */
export async function deleteFromChannel(
  tx: Db,
  channelId: string,
  fileIds: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('file')
    .where('channelId', '=', channelId)
    .where(sql<boolean>`"id" = any(${fileIds}::uuid[])`)
    .execute();
}

/** Deletes the row of a file; the sweep removes its content. */
export async function deleteFile(tx: Db, fileId: string): Promise<void> {
  await tx.deleteFrom('file').where('id', '=', fileId).execute();
}

/** Returns a person's own unattached upload. */
export async function findOwnWaiting(db: Db, userId: number, fileId: string): Promise<FileRow | null> {
  return (await waitingOf(db, userId, [fileId]).executeTakeFirst()) ?? null;
}

/** Deletes a person's own file unless it was attached meanwhile. */
export async function deleteOwnWaiting(tx: Db, userId: number, fileId: string): Promise<void> {
  if ((await lockWaiting(tx, userId, [fileId])).length > 0) await deleteFile(tx, fileId);
}

/** Deletes a person's unattached uploads and their avatar. */
export async function deleteWaitingOf(tx: Db, userId: number): Promise<void> {
  await tx
    .deleteFrom('file')
    .where('uploaderId', '=', userId)
    .where('channelId', 'is', null)
    .where('appId', 'is', null)
    .where('assistantId', 'is', null)
    .where('isLogo', '=', false)
    .execute();
}

/** Deletes uploads never attached, and avatars of nobody. */
export async function deleteForgotten(db: Db, hours: number): Promise<number> {
  const result = await db
    .deleteFrom('file')
    .where('channelId', 'is', null)
    .where('appId', 'is', null)
    .where('assistantId', 'is', null)
    .where(
      sql<boolean>`not ("isAvatar" and exists (
        select from "user"
        where "user"."id" = "file"."uploaderId" and "avatar" = '/api/files/' || "file"."id" || '/content'
      ) or "isLogo" and exists (
        select from "team"
        where "team"."id" = "file"."teamId" and "logo" = '/api/files/' || "file"."id" || '/content'
      ))`,
    )
    .where('createdAt', '<', sql<Date>`now() - make_interval(hours => ${hours})`)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Returns some of the content without rows, at random: undeletable content must not block the rest. */
export async function findLeftovers(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('file_leftover')
    .select('hash')
    .orderBy(sql`random()`)
    .limit(limit)
    .execute();
  return rows.map(({ hash }) => hash);
}

/** Locks content against storing and removing until the transaction ends. */
export async function lockContent(tx: Db, hash: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tandem content ${hash}`}, 0))`.execute(tx);
}

/** Whether any file row uses this content, or any channel keeps it. */
export async function isContentInUse(tx: Db, hash: string): Promise<boolean> {
  const found = await tx
    .selectFrom('file')
    .select('hash')
    .where('hash', '=', hash)
    .unionAll(tx.selectFrom('kept_content').select('hash').where('hash', '=', hash))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether files of channels other than these have this content. */
export async function isContentElsewhere(db: Db, hash: string, fileIds: readonly string[]): Promise<boolean> {
  const other = await db
    .selectFrom('file')
    .select('id')
    .where('hash', '=', hash)
    .where('channelId', 'is not', null)
    .where(sql<boolean>`"id" <> all(${fileIds}::uuid[])`)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Forgets leftover content once it is removed or used again. */
export async function deleteLeftover(tx: Db, hash: string): Promise<void> {
  await tx.deleteFrom('file_leftover').where('hash', '=', hash).execute();
}
