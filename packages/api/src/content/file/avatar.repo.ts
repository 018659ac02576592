import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import type { FileRow } from './file.repo.ts';

/** A person's portrait. */
export async function findAvatar(tx: Db, userId: number, fileId: string): Promise<FileRow | null> {
  const found = await tx
    .selectFrom('file')
    .selectAll()
    .where('id', '=', fileId)
    .where('uploaderId', '=', userId)
    .where('isAvatar', '=', true)
    .where('assistantId', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}

/** Deletes a person's portraits, but for one. */
export async function deleteAvatarsBut(tx: Db, userId: number, fileId: string | null): Promise<void> {
  await tx
    .deleteFrom('file')
    .where('uploaderId', '=', userId)
    .where('isAvatar', '=', true)
    .where('assistantId', 'is', null)
    .where('id', 'is distinct from', fileId)
    .execute();
}

/** A team's picture. */
export async function findLogo(tx: Db, teamId: string, fileId: string): Promise<FileRow | null> {
  const found = await tx
    .selectFrom('file')
    .selectAll()
    .where('id', '=', fileId)
    .where('teamId', '=', teamId)
    .where('isLogo', '=', true)
    .executeTakeFirst();
  return found ?? null;
}

/** Deletes a team's pictures, but for one. */
export async function deleteLogosBut(tx: Db, teamId: string, fileId: string | null): Promise<void> {
  await tx
    .deleteFrom('file')
    .where('teamId', '=', teamId)
    .where('isLogo', '=', true)
    .where('id', 'is distinct from', fileId)
    .execute();
}

/** Makes a portrait that a person has just had drawn the only picture of an assistant. */
export async function giveToAssistant(
  tx: Db,
  { fileId, userId }: { fileId: string; userId: number },
  assistant: { id: string; teamId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('file')
    .set({ assistantId: assistant.id, teamId: assistant.teamId })
    .where('id', '=', fileId)
    .where('uploaderId', '=', userId)
    .where('isAvatar', '=', true)
    .where('assistantId', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes pictures of an assistant, but for one. */
export async function deletePicturesBut(tx: Db, assistantId: string, fileId: string | null): Promise<void> {
  await tx
    .deleteFrom('file')
    .where('assistantId', '=', assistantId)
    .where('id', 'is distinct from', fileId)
    .execute();
}

/**
 * Gives an assistant its own file row for another's picture.
 * @returns its id; null when the picture is gone
 */
export async function copyPicture(
  tx: Db,
  { fileId, from }: { fileId: string; from: string },
  to: { id: string; teamId: string; userId: number },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with "held" as (
      select * from "file" where "id" = ${fileId} and "assistantId" = ${from}
      -- Else its content could be removed before the copy counts.
      for share
    )
    insert into "file"
      ("teamId", "uploaderId", "assistantId", "isAvatar", "name", "mediaType", "size", "hash", "width", "height")
    select ${to.teamId}::uuid, ${to.userId}::integer, ${to.id}::uuid, true,
      "name", "mediaType", "size", "hash", "width", "height" from "held"
    returning "id"
  `.execute(tx);
  return rows[0]?.id ?? null;
}
