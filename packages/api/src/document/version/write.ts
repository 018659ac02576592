import { type Db, transaction } from '@tandem/db';
import {
  type CreateVersion,
  MAX_NAMED_VERSIONS,
  MAX_NAMED_VERSIONS_MEGABYTES,
  type Version,
} from '@tandem/shared/version/schema';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { insertOnce } from '../../core/client-key.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import type { Limit } from '../../core/limits/limiter.ts';
import { tellVersions } from './changes.ts';
import { currentState } from './keep.ts';
import { measureNamed, measureVersion } from './quota.repo.ts';
import { presentVersion } from './version.presenter.ts';
import {
  deleteVersion,
  findVersion,
  insertVersion,
  noteVersioned,
  setVersionName,
  type VersionRow,
  versionByClientKey,
} from './version.repo.ts';

const creations: Limit = { name: 'version.create', max: 30, windowSeconds: 60 };

/**
 * Keeps the document's current state under a name. A repeated `clientKey` returns the first.
 * @throws AppError `tooManyVersions`, `versionsTooLarge`, `conflict` when the key was used for another
 * document
 */
export async function createVersion(
  ctx: UserContext,
  document: LoadedChannel,
  { name, clientKey }: CreateVersion,
): Promise<Version> {
  await limitByActor(ctx, creations);
  const id = await insertOnce(
    ctx.db,
    {
      clientKey,
      find: (db, key) => versionByClientKey(db, ctx.actor.userId, key),
      isHere: ({ documentId }) => documentId === document.id,
    },
    () => insertNamed(ctx, document, name, clientKey ?? null),
  );
  return readVersion(ctx, document, id);
}

async function insertNamed(
  { db, actor, platform }: UserContext,
  { id: documentId }: LoadedChannel,
  name: string,
  clientKey: string | null,
): Promise<string | null> {
  const kept = await currentState(db, documentId, actor.userId);
  return transaction(db, async (tx) => {
    // Locks the document, so that they are counted one after the other.
    await noteVersioned(tx, documentId, kept.seq);
    await refuseMore(tx, documentId, kept.state.byteLength);
    const id = await insertVersion(tx, {
      documentId,
      cause: 'named',
      name,
      creatorId: actor.userId,
      clientKey,
      ...kept,
    });
    if (id !== null) await tellVersions(tx, platform, documentId, [id]);
    return id;
  });
}

/** @param more bytes of the version that is to have a name */
async function refuseMore(tx: Db, documentId: string, more: number): Promise<void> {
  const { count, bytes } = await measureNamed(tx, documentId);
  if (count >= MAX_NAMED_VERSIONS) throw new AppError('tooManyVersions', { count: MAX_NAMED_VERSIONS });
  if (bytes + more > MAX_NAMED_VERSIONS_MEGABYTES * 1024 * 1024)
    throw new AppError('versionsTooLarge', { megabytes: MAX_NAMED_VERSIONS_MEGABYTES });
}

/**
 * Renames a version; a named one is kept permanently. "" removes the name.
 * @throws AppError `tooManyVersions`, `versionsTooLarge`
 */
export async function renameVersion(
  ctx: UserContext,
  document: LoadedChannel,
  version: VersionRow,
  name: string,
): Promise<Version> {
  await transaction(ctx.db, async (tx) => {
    if (name !== '' && version.name === '' && version.cause !== 'named') {
      await noteVersioned(tx, document.id, version.seq);
      await refuseMore(tx, document.id, await measureVersion(tx, version.id));
    }
    // Locks the document first, as keeping versions does.
    await tellVersions(tx, ctx.platform, document.id, [version.id]);
    if (!(await setVersionName(tx, version.id, name))) throw new AppError('notFound');
  });
  return readVersion(ctx, document, version.id);
}

/** Removes a version. @throws AppError `notFound` when it is gone */
export async function removeVersion(
  ctx: UserContext,
  document: LoadedChannel,
  { id, name, cause, createdAt }: VersionRow,
): Promise<null> {
  await transaction(ctx.db, async (tx) => {
    await tellVersions(tx, ctx.platform, document.id, [id]);
    if (!(await deleteVersion(tx, id))) throw new AppError('notFound');
    await recordAudit(tx, ctx, {
      teamId: document.teamId,
      action: 'version.remove',
      target: { kind: 'channel', id: document.id },
      detail: { name, kind: cause, time: createdAt },
    });
  });
  return null;
}

/** @throws AppError `notFound` when it is gone */
export async function readVersion(
  { db, actor }: UserContext,
  document: LoadedChannel,
  versionId: string,
): Promise<Version> {
  const row = await findVersion(db, versionId);
  if (!row) throw new AppError('notFound');
  return presentVersion(row, document, actor.userId);
}
