import { makeModel, makeProvider } from '@tandem/db/testing/factories/index';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '../../running/api.ts';
import { useOwnServer } from '../harness/server.ts';
import { expectRefused, openTeam, type Team, useTeam } from '../workspace/team.ts';

const PATH = '/api/admin/team/preference';
const server = useOwnServer();
const team = useTeam(server);
let first: Team;

beforeAll(async () => {
  first = await openTeam(server);
});

/** A form that holds a picture of one pixel. */
function pictureForm(): FormData {
  const form = new FormData();
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  form.append('file', new Blob([pixel], { type: 'image/png' }), 'pixel.png');
  return form;
}

async function upload(api: Api): Promise<string> {
  const answer = await api.call('POST', '/api/files/upload', { raw: pictureForm() });
  expect(answer.status, answer.text).toBe(200);
  return (answer.data as { id: string }).id;
}
const profileTeam = async (api: Api) => (await api.trpc.user.profile.query()).teams[0];

describe('preferences of a team', () => {
  it('C34: are changed by PUT and by PATCH alike, and can be put back as read', async () => {
    const before = (await first.api.get(PATH)).data;
    expect(before).toEqual({
      name: first.team.name,
      logo: '',
      defaultModelId: null,
      language: null,
      theme: null,
      registration: 'invitation',
      emailDomains: [],
      publicDomains: [],
    });
    for (const verb of ['PUT', 'PATCH']) {
      const changed = await first.api.call(verb, PATH, { body: { name: `By ${verb}`, theme: 'dark' } });
      expect(changed.data).toMatchObject({ name: `By ${verb}`, theme: 'dark', language: null });
      expect((await first.api.get(PATH)).data).toEqual(changed.data);
      expect(await profileTeam(first.api)).toMatchObject({ name: `By ${verb}`, theme: 'dark' });
      const back = await first.api.call(verb, PATH, { body: before });
      expect(back.data, back.text).toEqual(before);
    }
  });

  it('reject unknown keys, and are for the team’s administrators', async () => {
    const [member, guest] = [await team.person(), await team.person('guest')];
    for (const { api } of [member, guest]) {
      expect((await api.get(PATH)).status).toBe(403);
      expect((await api.put(PATH, { name: 'Mine' })).status).toBe(403);
    }
    expect((await server.stranger.get(PATH)).status).toBe(401);
    for (const body of [
      { id: 'x' },
      { teamId: first.team.id },
      { number: 1 },
      { treeRevision: 5 },
      { role: 'owner' },
      { abilities: {} },
      { name: '' },
      { name: 'a\u202eb' },
      { theme: 'pink' },
      { language: 'xx' },
      { logo: 'https://evil.example/x.png' },
      { logo: 'data:image/svg+xml,x' },
      { defaultModelId: 'x' },
      { emailDomains: ['*'] },
    ])
      for (const verb of ['PUT', 'PATCH'])
        expect((await first.api.call(verb, PATH, { body })).status, JSON.stringify(body)).toBe(400);
    // Only the first team says who may join.
    expect((await team.api.put(PATH, { registration: 'open' })).status).toBe(403);
    expect((await team.api.get(PATH)).data).not.toHaveProperty('registration');
    expect((await team.api.put(PATH, (await team.api.get(PATH)).data as object)).status).toBe(200);
  });

  it('include a picture, re-encoded, for everyone in the team and nobody else', async () => {
    const fileId = await upload(team.api);
    const { logo } = await team.api.trpc.team.setPreference.mutate({ logo: fileId });
    expect(logo).not.toContain(fileId);
    const guest = await team.person('guest');
    const seen = await guest.api.get(logo);
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await profileTeam(guest.api))?.logo).toBe(logo);
    expect((await first.api.get(logo)).status).toBe(404);
    expect((await first.api.get(`${logo.replace('/content', '/thumbnail')}`)).status).toBe(404);
    // It cannot be used for anything else, and deleting an account does not delete it.
    const logoId = logo.split('/')[3] ?? '';
    await expectRefused(team.api.trpc.user.update.mutate({ avatar: logoId }), 'notFound');
    await expectRefused(first.api.trpc.team.setPreference.mutate({ logo }), 'notFound');
    expect((await team.api.trpc.team.setPreference.mutate({ logo })).logo).toBe(logo);
    const other = await team.person('owner');
    await team.api.trpc.team.leave.mutate();
    expect((await team.api.get(logo)).status).toBe(404);
    expect((await other.api.get(logo)).status).toBe(200);
    const next = await other.api.trpc.team.setPreference.mutate({ logo: await upload(other.api) });
    expect((await other.api.get(logo)).status).toBe(404);
    expect((await other.api.trpc.team.setPreference.mutate({ logo: '' })).logo).toBe('');
    expect((await other.api.get(next.logo)).status).toBe(404);
  });

  it('reject another person’s picture, and files that are not pictures', async () => {
    const theirs = await upload(first.api);
    await expectRefused(team.api.trpc.team.setPreference.mutate({ logo: theirs }), 'notFound');
    const form = new FormData();
    form.append('file', new Blob(['words']), 'a.png');
    const text = (await team.api.call('POST', '/api/files/upload', { raw: form })).data as { id: string };
    await expectRefused(team.api.trpc.team.setPreference.mutate({ logo: text.id }), 'notAnImage');
    expect((await team.api.trpc.team.getPreference.query()).logo).toBe('');
  });

  it('include the default model', async () => {
    const provider = await makeProvider(server.db, { teamId: team.team.id });
    // Models stand in the order of this, and then in none.
    const made = await makeModel(server.db, { providerId: provider.id, sort: 1 });
    const later = await makeModel(server.db, { providerId: provider.id, sort: 2 });
    const top = async () => (await team.api.trpc.model.list.query())[0]?.id;
    expect(await top()).toBe(made.id);
    await team.api.trpc.team.setPreference.mutate({ defaultModelId: later.id });
    expect(await top()).toBe(later.id);
    await expectRefused(first.api.trpc.team.setPreference.mutate({ defaultModelId: later.id }), 'notFound');
    // One that is switched off gives way.
    await server.db.updateTable('model').set({ enabled: false }).where('id', '=', later.id).execute();
    expect(await top()).toBe(made.id);
    await team.api.trpc.team.setPreference.mutate({ theme: 'light' });
    await team.api.trpc.team.setPreference.mutate({ defaultModelId: null });
  });

  it('give newcomers a language until they choose', async () => {
    await first.api.trpc.team.setPreference.mutate({
      registration: 'open',
      language: 'zh-CN',
      theme: 'dark',
    });
    const join = async (email: string, more: object) => {
      await server.stranger.post('/api/user/sendEmailCode', { email });
      const code = await server.mail.codeFor(email);
      const answer = await server.stranger.post('/api/user/register', { email, code, name: 'New', ...more });
      return (answer.data as { user: { language: string; teams: { theme: string }[] } }).user;
    };
    expect(await join('new@example.test', {})).toMatchObject({
      language: 'zh-CN',
      teams: [{ theme: 'dark' }],
    });
    expect(await join('own@example.test', { language: 'en' })).toMatchObject({ language: 'en' });
  });

  it('else the browser’s language is used, also for mail', async () => {
    await first.api.trpc.team.setPreference.mutate({ registration: 'open', language: null });
    const headers = { 'accept-language': 'zh-TW,zh;q=0.9,en;q=0.5' };
    const enter = async (email: string, path: 'login' | 'register') => {
      const before = server.mail.mails.filter(({ to }) => to.includes(email)).length;
      await server.stranger.post('/api/user/sendEmailCode', { email });
      const { raw } = await server.mail.mailTo(email, before);
      const code = await server.mail.codeFor(email);
      const body = path === 'login' ? { email, code } : { email, code, name: 'New' };
      const answer = await server.stranger.call('POST', `/api/user/${path}`, { body, headers });
      return { raw, user: (answer.data as { user: { language: string } }).user };
    };
    expect((await enter('zh@example.test', 'register')).user.language).toBe('zh-CN');
    // A person whose account somebody else made need not confirm: their first sign-in does.
    await first.api.trpc.team.createMember.mutate({ email: 'made@example.test', name: 'M', role: 'member' });
    await server.mail.mailTo('made@example.test');
    expect((await enter('made@example.test', 'login')).user.language).toBe('zh-CN');
    expect((await enter('made@example.test', 'login')).raw).toContain('lang=3D"zh-CN"');
  });
});
