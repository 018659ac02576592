import { transaction } from '@tandem/db';
import { makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { need as succeeded } from '../../running/people.ts';
import { makePlace, type Role } from '../../running/sample-data.ts';
import { as, database, sharedServer } from '../../running/shared-server.ts';
import { makeTeamRecords } from '../team-records.ts';
import type { ClosedPlace } from './input.ts';
import type { Need } from './needs.ts';

const grants = {
  viewer: 'view',
  commenter: 'comment',
  editor: 'edit',
  manager: 'manage',
  // Left over; worthless for anyone but an active member. A non-member cannot have one.
  suspended: 'manage',
} as const;

/** Calls with side effects that another call on the same place would not notice. */
const harmless = new Set([
  ...['app.create', 'app.update', 'assistant.update', 'assistant.create', 'assistant.add'],
  ...['assistant.setModel', 'assistant.setDefault', 'assistant.duplicate', 'assistant.shareToApp'],
  ...['assistant.try', 'assistant.compare', 'suggestion.ask', 'suggestion.accept'],
  ...['channel.create', 'channel.update', 'channel.fork', 'channel.pin', 'channel.typing'],
  ...['channel.markRead', 'channel.markUnread', 'message.send', 'message.stop', 'message.react'],
  ...['discussion.create', 'discussion.resolve', 'comment.create', 'comment.react'],
  ...['channel.changeSort', 'document.putContent', 'document.append', 'document.setAttr'],
  ...['document.create', 'document.createApp', 'document.duplicate', 'document.import'],
  ...['PUT /api/app/{id}/channelDoc/{docId}/content', 'PUT /api/app/{id}/channelDoc/{docId}/appendContent'],
  ...['POST /api/app/{id}/channelDoc/{docId}/suggestion'],
  ...['invitation.create', 'space.create', 'space.rename', 'space.changeSort'],
  ...['team.create', 'team.rename', 'team.setPreference', 'template.choose', 'template.save'],
  ...['version.create', 'version.rename', 'version.restore'],
  ...['POST /api/files/upload', 'POST /api/app/{id}/files/upload'],
]);

/** Whether a permitted call needs its own place. */
export function takesPlace(name: string, need: Need): boolean {
  return need !== 'anyone' && need !== 'signed in' && !harmless.has(name);
}

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A form that holds one small picture. */
export function pictureForm(): FormData {
  const form = new FormData();
  form.append('file', new Blob([PIXEL], { type: 'image/png' }), 'pixel.png');
  return form;
}

/** Makes a private place of the owner with the grants of the sample people; in the bin for calls that work there. */
export async function closedPlace(name: string): Promise<ClosedPlace> {
  const { people, shared } = sharedServer.sample;
  // Hundreds are made, each of some fifty rows.
  const [place, records] = await transaction(database(), async (tx) => {
    const made = await makePlace(tx, shared.teamId, people.owner.id, 'private');
    for (const [role, level] of Object.entries(grants))
      await makeGrant(tx, {
        targetId: made.appId,
        teamId: made.teamId,
        userId: people[role as Role].id,
        level: levelRank[level],
      });
    return [made, await makeTeamRecords(tx, made.teamId, people.owner.id)] as const;
  });
  const { appId, channelId } = place;
  if (name === 'app.restore' || name === 'app.erase') await as('owner').trpc.app.remove.mutate({ appId });
  if (name === 'budget.remove')
    await as('owner').trpc.budget.set.mutate({ appId, period: 'month', amount: 1 });
  if (name === 'channel.restore' || name === 'channel.erase')
    await as('owner').trpc.channel.remove.mutate({ channelId });
  return { ...place, ...records, fileId: '' };
}

/** The place that all share who change nothing: with a picture among its files. */
export async function sharedPlace(): Promise<ClosedPlace> {
  const place = await closedPlace('');
  const path = `/api/app/${place.appId}/files/upload`;
  const { data } = succeeded(await as('owner').call('POST', path, { raw: pictureForm() }));
  return { ...place, fileId: (data as { id: string }).id };
}
