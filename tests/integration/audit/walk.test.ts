import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { makeApp, makeChannel } from '@tandem/db/testing/factories/index';
import words from '@tandem/shared/locales/en/audit.json' with { type: 'json' };
import { beforeAll, describe, expect, it } from 'vitest';
import { procedures } from '../../contract/surface.ts';
import { useOwnServer } from '../harness/server.ts';
import { openTeam, useTeam } from '../workspace/team.ts';
import { shownElsewhere, silent, silentNouns, toldByNoun } from './reasons.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const server = useOwnServer();
const team = useTeam(server);
beforeAll(async () => {
  await openTeam(server);
});

const entries = () =>
  server.db
    .selectFrom('audit_entry')
    .selectAll()
    .where((eb) => eb.or([eb('teamId', '=', team.team.id), eb('teamId', 'is', null)]))
    .orderBy('number')
    .execute();

async function place() {
  const base = { teamId: team.team.id, creatorId: team.owner.id };
  const app = await makeApp(server.db, { ...base, spaceId: team.space.id });
  const channel = await makeChannel(server.db, { ...base, appId: app.id });
  return { appId: app.id, channelId: channel.id };
}
const invite = () =>
  team.api.trpc.invitation.create.mutate({ email: `${crypto.randomUUID()}@example.test`, role: 'member' });
async function invited() {
  const outside = await openTeam(server);
  const { id } = await team.api.trpc.invitation.create.mutate({ email: outside.owner.email, role: 'admin' });
  return { api: outside.api, invitationId: id };
}

/** Each mutation, done once; the actions that it must leave in the log. */
const told: Record<string, () => Promise<string[]>> = {
  'agentFile.restore': async () => {
    const { appId } = await place();
    const { id: channelId } = await team.api.trpc.channel.create.mutate({ appId, kind: 'agent' });
    const file = { channelId, path: 'a.txt', content: 'Words', basedOn: null };
    const written = await team.api.trpc.agentFile.write.mutate(file);
    if (written.outcome !== 'written') throw new Error('not written');
    await team.api.trpc.agentFile.restore.mutate({ channelId, manifestId: written.state.id });
    return ['agentFile.restore'];
  },
  'agentSetting.update': async () => {
    const { appId } = await place();
    const { id: channelId } = await team.api.trpc.channel.create.mutate({ appId, kind: 'agent' });
    await team.api.trpc.agentSetting.update.mutate({ channelId, mode: 'read' });
    return ['agentSetting.update'];
  },
  ...Object.fromEntries(
    (['create', 'update', 'remove', 'rotate', 'setPaused'] as const).map((verb) => [
      `schedule.${verb}`,
      async () => {
        const { appId } = await place();
        const { id: channelId } = await team.api.trpc.channel.create.mutate({ appId, kind: 'agent' });
        const { schedule } = team.api.trpc;
        const made = { channelId, name: 'Nightly', task: 'Count', trigger: { kind: 'webhook' as const } };
        const { id: scheduleId } = (await schedule.create.mutate(made)).schedule;
        if (verb === 'update') await schedule.update.mutate({ channelId, scheduleId, name: 'Daily' });
        if (verb === 'remove') await schedule.remove.mutate({ channelId, scheduleId });
        if (verb === 'rotate') await schedule.rotate.mutate({ channelId, scheduleId });
        if (verb === 'create') return ['schedule.create'];
        if (verb !== 'setPaused') return ['schedule.create', `schedule.${verb}`];
        await schedule.setPaused.mutate({ channelId, scheduleId, isPaused: true });
        await schedule.setPaused.mutate({ channelId, scheduleId, isPaused: false });
        return ['schedule.create', 'schedule.pause', 'schedule.resume'];
      },
    ]),
  ),
  'app.create': async () => {
    await team.api.trpc.app.create.mutate({ name: 'New', type: 'chat' });
    return ['app.create'];
  },
  'dataset.attach': async () => {
    const { appId, channelId } = await place();
    const { id: datasetId } = await team.api.trpc.channel.create.mutate({ appId, kind: 'dataset' });
    await team.api.trpc.dataset.attach.mutate({ datasetId, to: { channelId } });
    return ['dataset.attach'];
  },
  'retrieval.configure': async () => {
    await team.api.trpc.retrieval.configure.mutate({ embeddingModelId: null, rerankModelId: null });
    return ['retrieval.configure'];
  },
  'app.setVisibility': async () => {
    await team.api.trpc.app.setVisibility.mutate({ ...(await onlyApp()), visibility: 'private' });
    return ['app.scope'];
  },
  'app.setPermission': async () => {
    await team.api.trpc.app.setPermission.mutate({ ...(await onlyApp()), permission: 'view' });
    return ['app.scope'];
  },
  'app.remove': async () => {
    await team.api.trpc.app.remove.mutate(await onlyApp());
    return ['app.remove'];
  },
  'app.restore': async () => {
    const at = await onlyApp();
    await team.api.trpc.app.remove.mutate(at);
    await team.api.trpc.app.restore.mutate(at);
    return ['app.remove', 'app.restore'];
  },
  'channel.setVisibility': async () => {
    await team.api.trpc.channel.setVisibility.mutate({ ...(await onlyChannel()), visibility: 'private' });
    return ['channel.scope'];
  },
  'channel.setPermission': async () => {
    await team.api.trpc.channel.setPermission.mutate({ ...(await onlyChannel()), permission: 'manage' });
    return ['channel.scope'];
  },
  'channel.move': async () => {
    const { appId, channelId } = await place();
    const parent = await makeChannel(server.db, { appId, creatorId: team.owner.id });
    await team.api.trpc.channel.move.mutate({ channelId, parentId: parent.id, afterId: null });
    return ['channel.move'];
  },
  'channel.remove': async () => {
    await team.api.trpc.channel.remove.mutate(await onlyChannel());
    return ['channel.remove'];
  },
  'channel.erase': async () => {
    const at = await onlyChannel();
    await team.api.trpc.channel.remove.mutate(at);
    await team.api.trpc.channel.erase.mutate(at);
    return ['channel.remove', 'channel.erase'];
  },
  'app.erase': async () => {
    const at = await onlyApp();
    await team.api.trpc.app.remove.mutate(at);
    await team.api.trpc.app.erase.mutate(at);
    return ['app.remove', 'app.erase'];
  },
  'channel.restore': async () => {
    const at = await onlyChannel();
    await team.api.trpc.channel.remove.mutate(at);
    await team.api.trpc.channel.restore.mutate(at);
    return ['channel.remove', 'channel.restore'];
  },
  'channel.archive': async () => {
    await team.api.trpc.channel.archive.mutate(await onlyChannel());
    return ['channel.archive'];
  },
  'channel.unarchive': async () => {
    const at = await onlyChannel();
    await team.api.trpc.channel.archive.mutate(at);
    await team.api.trpc.channel.unarchive.mutate(at);
    return ['channel.archive', 'channel.unarchive'];
  },
  'grant.share': async () => {
    const { user } = await team.person('guest');
    const users = [
      { userId: user.id, permission: 'edit' as const },
      { email: `${crypto.randomUUID()}@example.test`, permission: 'view' as const },
    ];
    await team.api.trpc.grant.share.mutate({ ...(await onlyChannel()), users });
    return ['invitation.create', 'grant.set'];
  },
  'grant.set': async () => {
    const { user } = await team.person('guest');
    await team.api.trpc.grant.set.mutate({ ...(await onlyApp()), userId: user.id, permission: 'edit' });
    return ['grant.set'];
  },
  'grant.remove': async () => {
    const at = { ...(await onlyApp()), userId: (await team.person('guest')).user.id };
    await team.api.trpc.grant.set.mutate({ ...at, permission: 'edit' });
    await team.api.trpc.grant.remove.mutate(at);
    return ['grant.set', 'grant.remove'];
  },
  'grant.withdraw': async () => {
    const at = await onlyApp();
    const users = [{ email: `${crypto.randomUUID()}@example.test`, permission: 'view' as const }];
    const { pending } = await team.api.trpc.grant.share.mutate({ ...at, users });
    await team.api.trpc.grant.withdraw.mutate({ ...at, invitationId: pending[0]?.invitationId ?? '' });
    return ['invitation.create', 'grant.remove'];
  },
  'invitation.create': async () => {
    await invite();
    return ['invitation.create'];
  },
  'invitation.resend': async () => {
    await team.api.trpc.invitation.resend.mutate({ invitationId: (await invite()).id });
    return ['invitation.create', 'invitation.renew'];
  },
  'invitation.withdraw': async () => {
    await team.api.trpc.invitation.withdraw.mutate({ invitationId: (await invite()).id });
    return ['invitation.create', 'invitation.end'];
  },
  'invitation.accept': async () => {
    const { api, invitationId } = await invited();
    await api.trpc.invitation.accept.mutate({ invitationId });
    return ['invitation.create', 'invitation.accept', 'member.join'];
  },
  'invitation.decline': async () => {
    const { api, invitationId } = await invited();
    await api.trpc.invitation.decline.mutate({ invitationId });
    return ['invitation.create', 'invitation.end'];
  },
  'space.create': async () => {
    await team.api.trpc.space.create.mutate({ name: 'New' });
    return ['space.create'];
  },
  'space.rename': async () => {
    await team.api.trpc.space.rename.mutate({ spaceId: team.space.id, name: 'Other' });
    return ['space.rename'];
  },
  'space.remove': async () => {
    const { id } = await team.api.trpc.space.create.mutate({ name: 'New' });
    await team.api.trpc.space.remove.mutate({ spaceId: id });
    return ['space.create', 'space.remove'];
  },
  'team.setRole': async () => {
    const { user } = await team.person();
    await team.api.trpc.team.setRole.mutate({ userId: user.id, role: 'admin' });
    return ['member.role'];
  },
  'team.suspend': async () => {
    const { user } = await team.person();
    await team.api.trpc.team.suspend.mutate({ userId: user.id, suspended: true });
    await team.api.trpc.team.suspend.mutate({ userId: user.id, suspended: false });
    return ['member.suspend', 'member.unsuspend'];
  },
  'team.removeMember': async () => {
    const { user } = await team.person();
    await makeApp(server.db, {
      teamId: team.team.id,
      spaceId: team.space.id,
      creatorId: user.id,
      visibility: 'private',
    });
    await team.api.trpc.team.removeMember.mutate({ userId: user.id });
    return ['member.remove', 'member.handover'];
  },
  'team.leave': async () => {
    await (await team.person()).api.trpc.team.leave.mutate();
    return ['member.leave'];
  },
  'team.rename': async () => {
    await team.api.trpc.team.rename.mutate({ name: 'Other' });
    return ['team.rename'];
  },
};

const onlyApp = async () => ({ appId: (await place()).appId });
const onlyChannel = async () => ({ channelId: (await place()).channelId });

/** The keys of an entry's details, nested ones too; a person's number belongs to the name. */
function namesIn(detail: unknown): string[] {
  if (detail === null || typeof detail !== 'object') return [];
  if (Array.isArray(detail)) return detail.flatMap(namesIn);
  return Object.entries(detail)
    .filter(([name]) => name !== 'personId')
    .flatMap(([name, value]) => [name, ...namesIn(value)]);
}

const mutations = procedures.filter(({ type }) => type === 'mutation').map(({ name }) => name);
const isSilent = (name: string) => name in silent || silentNouns.includes(name.split('.')[0] ?? '');

describe('the audit log', () => {
  it('records every mutation, or has a reason not to', () => {
    const missing = mutations.filter(
      (name) => !isSilent(name) && !(name in told) && !(name in shownElsewhere) && !(name in toldByNoun),
    );
    expect(missing).toEqual([]);
    const stale = [...Object.keys(silent), ...Object.keys(told), ...Object.keys(shownElsewhere)].filter(
      (name) => !mutations.includes(name),
    );
    expect(stale).toEqual([]);
  });

  it.each(Object.entries(toldByNoun))('records %s as %s', (_name, action) => {
    const sources = globSync('packages/api/src/**/*.ts', { cwd: root });
    const telling = sources.filter((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return text.includes('recordAudit') && text.includes(`'${action}'`);
    });
    expect(telling).not.toEqual([]);
  });

  it.each(Object.entries(told))('records %s', async (_name, act) => {
    const before = (await entries()).length;
    const expected = await act();
    const written = (await entries()).slice(before);
    expect(written.map(({ action }) => action)).toEqual(expected);
    for (const entry of written) {
      expect(entry.actorName).not.toBe('');
      expect(entry.targetId).not.toBe('');
      expect(entry.ip).not.toBe('');
      expect(namesIn(entry.detail).filter((name) => !(name in words.detail))).toEqual([]);
    }
  });
});
