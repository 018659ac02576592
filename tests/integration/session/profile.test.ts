import { topics } from '@tandem/api/core/live/bus';
import { beforeAll, describe, expect, it } from 'vitest';
import { useOwnServer } from '../harness/server.ts';
import { Browser } from './browser.ts';
import { openRegistration, signUp } from './people.ts';

const server = useOwnServer();
let people = 0;
const newAddress = () => `person${++people}@example.com`;

beforeAll(async () => {
  await signUp(server, 'owner@example.com', 'Olive');
  await openRegistration(server);
});

const update = (browser: Browser, json: unknown) => browser.post('/api/user.update', { json });
const profile = async (browser: Browser) => (await browser.get('/api/user/profile')).data;

async function makeTeam(name: string): Promise<string> {
  const team = await server.db
    .insertInto('team')
    .values({ name, preference: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return team.id;
}

describe('the profile', () => {
  it('returns name, address, teams and the current team, and nothing more', async () => {
    const { browser, user } = await signUp(server, newAddress(), 'Ann');
    expect(await profile(browser)).toEqual({
      id: user.id,
      name: 'Ann',
      avatar: '',
      email: user.email,
      language: null,
      preference: { mail: { mention: true, share: true, turn: false } },
      teams: [{ teamId: user.currentTeamId, name: "Olive's team", role: 'member', logo: '', theme: null }],
      currentTeamId: user.currentTeamId,
    });
  });

  it('changes name and language, and updates the other tabs', async () => {
    const { browser, user } = await signUp(server, newAddress());
    const heard: unknown[] = [];
    const stop = server.platform.bus.subscribe(topics.user(user.id), (message) => heard.push(message));
    expect((await update(browser, { name: '  Änne 安 ', language: 'zh-CN' })).status).toBe(200);
    expect(await profile(browser)).toMatchObject({ name: 'Änne 安', language: 'zh-CN' });
    expect(heard).toEqual([{ type: 'profile.changed' }]);
    expect((await update(browser, {})).status).toBe(200);
    expect(heard).toHaveLength(1);
    // The value returned before the choice may be sent back.
    expect((await update(browser, { language: null })).status).toBe(200);
    expect(await profile(browser)).toMatchObject({ language: null });
    stop();
  });

  it('changes single mail preferences, and keeps the others', async () => {
    const { browser } = await signUp(server, newAddress());
    await Promise.all([
      update(browser, { preference: { mail: { mention: false } } }),
      update(browser, { preference: { mail: { turn: true } } }),
    ]);
    expect((await update(browser, { preference: {} })).status).toBe(200);
    const chosen = { mail: { mention: false, share: true, turn: true } };
    expect(await profile(browser)).toMatchObject({ preference: chosen });
    for (const preference of [{ mail: { mention: 'no' } }, { mail: { invitation: true } }, { sms: {} }, null])
      expect((await update(browser, { preference })).status).toBe(400);
    expect(await profile(browser)).toMatchObject({ preference: chosen });
  });

  it('switches to a team of theirs, and to no other', async () => {
    const { browser, user } = await signUp(server, newAddress());
    const [mine, foreign, suspended] = [
      await makeTeam('Mine'),
      await makeTeam('Foreign'),
      await makeTeam('Past'),
    ];
    await server.db
      .insertInto('member')
      .values([
        { teamId: mine, userId: user.id, role: 'guest' },
        { teamId: suspended, userId: user.id, role: 'member', suspendedAt: new Date() },
      ])
      .execute();
    expect((await update(browser, { currentTeamId: mine })).status).toBe(200);
    expect(await profile(browser)).toMatchObject({ currentTeamId: mine });
    for (const teamId of [foreign, suspended, '00000000-0000-4000-8000-000000000000']) {
      expect((await update(browser, { currentTeamId: teamId, name: 'Changed' })).status).toBe(404);
    }
    expect(await profile(browser)).toMatchObject({ currentTeamId: mine, name: 'Ann' });
    await server.db.deleteFrom('member').where('teamId', '=', mine).execute();
    expect(await profile(browser)).toMatchObject({ currentTeamId: user.currentTeamId });
  });

  const refused: unknown[] = [
    { id: 1 },
    { email: 'other@example.com' },
    { teams: [] },
    { role: 'owner' },
    { createdAt: '2020-01-01' },
    { name: '' },
    { name: '   ' },
    { name: 'a\u0000b' },
    { name: 'a\nb' },
    { name: 'x'.repeat(81) },
    { name: null },
    { name: { $set: 'x' } },
    { language: 'xx' },
    { currentTeamId: 'not-an-id' },
    { currentTeamId: ["' or true"] },
    { __proto__: null, constructor: { prototype: {} } },
    null,
    [],
    'text',
    0,
  ];

  it.each(refused.map((json) => [JSON.stringify(json), json]))('refuses %s', async (_title, json) => {
    const { browser } = await signUp(server, newAddress());
    const before = await profile(browser);
    expect((await update(browser, json)).status).toBe(400);
    expect(await profile(browser)).toEqual(before);
  });

  it('is for the signed-in person only, and is read by GET and changed by POST', async () => {
    const stranger = new Browser(server.url);
    expect((await stranger.get('/api/user/profile')).status).toBe(401);
    expect((await update(stranger, { name: 'X' })).status).toBe(401);
    const { browser } = await signUp(server, newAddress());
    const byGet = await browser.get(`/api/user.update?input=${encodeURIComponent('{"json":{"name":"X"}}')}`);
    expect(byGet.status).toBe(405);
    expect((await browser.post('/api/user/profile', {})).status).toBe(405);
    expect(await profile(browser)).toMatchObject({ name: 'Ann' });
  });
});
