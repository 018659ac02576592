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
 * The file, if the reader may have it: with its channel or app, as the portrait of someone or of an assistant in a team
 * of theirs, or as their own so long as it belongs to nothing.
 */
export async function findFile(db: Db, reader: Reader, fileId: string): Promise<FileRow | null> {
  const [found] = await findFiles(db, reader, [fileId]);
  return found ?? null;
}

/** Those of the files that the reader may have, in no order. */
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

/** A person's own files that belong to nothing yet, held against the sweep until the transaction ends. */
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

/** Bytes of a person's own files that belong to nothing yet. */
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

/** Lets a person's uploads be counted one after the other, until the transaction ends. */
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
 * Gives a channel rows of its own for the same bytes as files of another; nothing is stored twice.
 * @param ids the new id of each file that is copied; what is gone by now is left out
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
  await tx.deleteFrom('file').where('channelId', '=', channelId).where('id', 'in', fileIds).execute();
}

/** Deletes the row of a file; its content goes with the sweep. */
export async function deleteFile(tx: Db, fileId: string): Promise<void> {
  await tx.deleteFrom('file').where('id', '=', fileId).execute();
}

/** A person's own file that belongs to nothing yet. */
export async function findOwnWaiting(db: Db, userId: number, fileId: string): Promise<FileRow | null> {
  return (await waitingOf(db, userId, [fileId]).executeTakeFirst()) ?? null;
}

/** Deletes a person's own file unless something has taken it. */
export async function deleteOwnWaiting(tx: Db, userId: number, fileId: string): Promise<void> {
  if ((await lockWaiting(tx, userId, [fileId])).length > 0) await deleteFile(tx, fileId);
}

/** Deletes what a person uploaded and has not used, and their portrait. */
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

/** Deletes what was uploaded and never used, and portraits that nobody has. */
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

/** Content that rows have left behind, some of it: what cannot be removed must not be all that is ever tried. */
export async function findLeftovers(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('file_leftover')
    .select('hash')
    .orderBy(sql`random()`)
    .limit(limit)
    .execute();
  return rows.map(({ hash }) => hash);
}

/** Keeps others from storing or removing the same content until the transaction ends. */
export async function lockContent(tx: Db, hash: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tandem content ${hash}`}, 0))`.execute(tx);
}

/** Whether any file has this content. */
export async function isContentInUse(tx: Db, hash: string): Promise<boolean> {
  const found = await tx.selectFrom('file').select('id').where('hash', '=', hash).limit(1).executeTakeFirst();
  return found !== undefined;
}

/** Forgets content that was left behind, once it is gone or in use again. */
export async function deleteLeftover(tx: Db, hash: string): Promise<void> {
  await tx.deleteFrom('file_leftover').where('hash', '=', hash).execute();
}
