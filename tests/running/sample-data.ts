import { createHash } from 'node:crypto';
import { encodeEntries } from '@tandem/api/agent/files/encode';
import { advanceWorkspace, insertManifest } from '@tandem/api/agent/files/manifest.repo';
import { insertDataset } from '@tandem/api/dataset/dataset/dataset.repo';
import { firstUpdate } from '@tandem/api/document/edit/seed';
import { insertDocument } from '@tandem/api/document/model/document.repo';
import type { Db } from '@tandem/db';
import {
  makeApp,
  makeAssistant,
  makeChannel,
  makeGrant,
  makeMessage,
  makeRun,
  makeSpace,
  makeTeam,
} from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { sql } from 'kysely';
import { type Mailbox, type Person, signIn, signUp } from './people.ts';

/** One person for each case of the access rules. `guest` has no grant; `other` belongs to another team. */
export const roles = [
  'owner',
  'admin',
  'member',
  'guest',
  'viewer',
  'commenter',
  'editor',
  'manager',
  'removed',
  'suspended',
  'other',
] as const;
export type Role = (typeof roles)[number];

/** Ids that make up one team's or person's workspace. */
export interface Place {
  teamId: string;
  spaceId: string;
  appId: string;
  assistantId: string;
  channelId: string;
  childId: string;
  /** A question and its answer in `channelId`. */
  questionId: string;
  answerId: string;
  /** A document in the app, with one version, and a discussion with one comment. */
  documentId: string;
  versionId: string;
  discussionId: string;
  commentId: string;
  /** A dataset in the app, with one folder. */
  datasetId: string;
  sourceId: string;
  /** An agent's channel in the app, with one run of two steps that is done, a webhook, and an empty file named `sample`. */
  agentId: string;
  runId: string;
  manifestId: string;
  scheduleId: string;
}

interface Card {
  token: string;
  id: number;
  email: string;
  /** Tokens of further sessions that a test may end: signing in again would exceed the limit on codes. */
  spares: string[];
}

export interface SampleData {
  people: Record<Role, Card>;
  /** Open to every member of the first team, by its default. */
  shared: Place;
  /** Made by the owner, private, with grants for viewer, commenter, editor and manager. */
  closed: Place;
  /** Private to `other`, in the other team. */
  foreign: Place;
}

/** Signs everyone up and sets up their access. The database must hold nothing but its migrations. */
export async function makeSampleData(url: string, mailbox: Mailbox, db: Db): Promise<SampleData> {
  const join = (role: Role) => signUp(url, mailbox, `${role}@example.test`, `The ${role}`);
  const owner = await join('owner');
  const { id: teamId } = await db.selectFrom('team').select('id').orderBy('number').executeTakeFirstOrThrow();
  await db
    .updateTable('team')
    .set({ preference: JSON.stringify({ registration: 'open' }) })
    .execute();
  const people: Partial<Record<Role, Person>> = { owner };
  for (const role of roles) people[role] ??= await join(role);
  const all = people as Record<Role, Person>;
  const spares: Partial<Record<Role, string[]>> = {};
  for (const role of roles) {
    spares[role] = [];
    for (const _carrier of ['bearer', 'cookie'])
      spares[role].push(await signIn(url, mailbox, all[role].email));
  }

  const setRole = (role: Role, as: 'admin' | 'guest') =>
    db.updateTable('member').set({ role: as }).where('userId', '=', all[role].id).execute();
  await setRole('admin', 'admin');
  await setRole('guest', 'guest');
  // A change of role does the same: guests have no personal app.
  await db.deleteFrom('grant').where('userId', '=', all.guest.id).execute();

  const shared = await makePlace(db, teamId, owner.id, 'team');
  const closed = await makePlace(db, teamId, owner.id, 'private');
  const grants = { viewer: 'view', commenter: 'comment', editor: 'edit', manager: 'manage' } as const;
  for (const [role, level] of Object.entries(grants))
    await makeGrant(db, {
      targetId: closed.appId,
      teamId,
      userId: all[role as keyof typeof grants].id,
      level: levelRank[level],
    });
  for (const [role, level] of [
    ['removed', 'manage'],
    ['suspended', 'manage'],
  ] as const)
    await makeGrant(db, { targetId: closed.appId, teamId, userId: all[role].id, level: levelRank[level] });

  await db.deleteFrom('grant').where('userId', '=', all.other.id).execute();
  await db.deleteFrom('app').where('personalUserId', '=', all.other.id).execute();
  const otherTeam = await makeTeam(db, { name: 'Another team' });
  await db
    .updateTable('member')
    .set({ teamId: otherTeam.id, role: 'owner' })
    .where('userId', '=', all.other.id)
    .execute();
  await db.updateTable('user').set({ currentTeamId: otherTeam.id }).where('id', '=', all.other.id).execute();
  const foreign = await makePlace(db, otherTeam.id, all.other.id, 'private');

  await db.deleteFrom('member').where('userId', '=', all.removed.id).execute();
  await db
    .updateTable('member')
    .set({ suspendedAt: sql`now()` })
    .where('userId', '=', all.suspended.id)
    .execute();

  const cards = roles.map((role) => {
    const { token, id, email } = all[role];
    return [role, { token, id, email, spares: spares[role] }];
  });
  return { people: Object.fromEntries(cards), shared, closed, foreign };
}

/** A space with a chat app, a channel of two messages, and a channel inside it. */
export async function makePlace(
  db: Db,
  teamId: string,
  creatorId: number,
  visibility: 'private' | 'team',
): Promise<Place> {
  const space = await makeSpace(db, { teamId, name: 'A space' });
  const app = await makeApp(db, { teamId, spaceId: space.id, creatorId, visibility });
  const assistant = await makeAssistant(db, { teamId, appId: app.id, ownerId: creatorId });
  const channel = await makeChannel(db, { teamId, appId: app.id, creatorId, assistantId: assistant.id });
  const child = await makeChannel(db, {
    teamId,
    appId: app.id,
    parentId: channel.id,
    creatorId,
    assistantId: assistant.id,
  });
  const question = await makeMessage(db, { channelId: channel.id, authorId: creatorId, text: 'A question' });
  const answer = await makeMessage(db, {
    channelId: channel.id,
    assistantId: assistant.id,
    text: 'An answer',
  });
  const document = await makeDocument(db, { appId: app.id, creatorId });
  return {
    teamId,
    spaceId: space.id,
    appId: app.id,
    assistantId: assistant.id,
    channelId: channel.id,
    childId: child.id,
    questionId: question.id,
    answerId: answer.id,
    ...document,
    ...(await makeDataset(db, { appId: app.id, creatorId })),
    ...(await makeAgent(db, { appId: app.id, creatorId })),
  };
}

async function makeAgent(db: Db, { appId, creatorId }: { appId: string; creatorId: number }) {
  const { id: agentId, teamId } = await makeChannel(db, { appId, creatorId, kind: 'agent' });
  const { id: runId } = await makeRun(db, { channelId: agentId, userId: creatorId });
  const messages = JSON.stringify([{ role: 'assistant', content: 'sample' }]);
  for (const index of [0, 1])
    await db.insertInto('turn_step').values({ turnId: runId, index, messages, partCount: 0 }).execute();
  const hash = createHash('sha256').digest('hex');
  const after = { hash, size: 0, isExecutable: false, modifiedAt: 1_700_000_000_000 };
  await db.insertInto('kept_content').values({ channelId: agentId, hash, size: 0 }).execute();
  const { id: manifestId } = await insertManifest(db, {
    ...{ channelId: agentId, teamId, kind: 'edit', authorId: creatorId, depth: 0, files: 1, bytes: 0 },
    body: await encodeEntries([{ path: 'sample', after }]),
  });
  await advanceWorkspace(db, agentId, { from: null, to: manifestId });
  const { id: scheduleId } = await db
    .insertInto('schedule')
    .values({
      ...{ channelId: agentId, name: 'sample', task: 'sample', kind: 'webhook', makerId: creatorId },
      tokenHash: createHash('sha256').update('sample').digest(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { agentId, runId, manifestId, scheduleId };
}

async function makeDataset(db: Db, { appId, creatorId }: { appId: string; creatorId: number }) {
  const { id: datasetId, teamId } = await makeChannel(db, { appId, creatorId, kind: 'dataset' });
  await insertDataset(db, { datasetId, teamId });
  const source = { teamId, datasetId, kind: 'folder' as const, name: 'A folder', creatorId };
  const { id: sourceId } = await db
    .insertInto('source')
    .values(source)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { datasetId, sourceId };
}

async function makeDocument(db: Db, { appId, creatorId }: { appId: string; creatorId: number }) {
  const { id: documentId, teamId } = await makeChannel(db, { appId, creatorId, kind: 'document' });
  const update = firstUpdate();
  await insertDocument(db, { documentId, teamId, userId: creatorId, update });
  const version = await db
    .insertInto('version')
    .values({ documentId, cause: 'named', creatorId, seq: 1, state: Buffer.from(update), wordCount: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const discussion = await db
    .insertInto('discussion')
    .values({ documentId, creatorId, revision: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const comment = await db
    .insertInto('comment')
    .values({
      ...{ discussionId: discussion.id, authorId: creatorId, text: 'A comment', mentions: '[]' },
      // Else the index of older comments would fill them in, and tests would notice a change.
      words: sql<string>`array_to_tsvector(array['comment'])`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { documentId, versionId: version.id, discussionId: discussion.id, commentId: comment.id };
}
