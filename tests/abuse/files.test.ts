import type { UploadedFile } from '@tandem/shared/file/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formOf, pngOf, send } from '../integration/file/files.ts';
import type { Api } from '../running/api.ts';
import { need } from '../running/people.ts';
import { type Place, roles } from '../running/sample-data.ts';
import { as, closeDatabase, placeOf, stranger } from '../running/shared-server.ts';

afterAll(closeDatabase);

const uploadedBy = async (api: Api) =>
  need(await send(api, formOf(pngOf(8, 8), 'a.png'))).data as UploadedFile;
const ways = (file: UploadedFile) => [
  file.url,
  `${file.url}?download=1`,
  file.url.replace('content', 'thumbnail'),
];

describe('knowing a file’s id does not give access', () => {
  let place: Place;
  let sent: UploadedFile;
  beforeAll(async () => {
    place = await placeOf('owner');
    sent = await uploadedBy(as('owner'));
    await as('owner').trpc.message.send.mutate({ channelId: place.channelId, text: '', fileIds: [sent.id] });
  });

  it.each(roles)('for %s, when it is in a private channel of the owner’s', async (role) => {
    for (const path of ways(sent)) {
      const { status } = await as(role).get(path);
      expect([path, status]).toEqual([path, role === 'owner' ? 200 : role === 'suspended' ? 401 : 404]);
    }
  });

  it('for a stranger', async () => {
    for (const path of ways(sent)) expect((await stranger.get(path)).status).toBe(401);
  });

  it('to attach it, use it as an avatar or upload beside it', async () => {
    const others = roles.filter((role) => role !== 'owner' && role !== 'suspended');
    for (const role of others) {
      const own = await placeOf(role === 'removed' ? 'owner' : role).catch(() => null);
      const api = as(role);
      const portrait = await api.put('/api/userSetting/general', { avatar: sent.id });
      expect([role, portrait.status]).toEqual([role, 404]);
      const beside = await send(api, formOf('x'), `/api/app/${place.appId}/files/upload`);
      expect([role, beside.status]).toEqual([role, 404]);
      if (!own || role === 'removed') continue;
      const attached = await api.post(`/api/channel/${own.channelId}/message`, {
        text: 'x',
        fileIds: [sent.id],
      });
      expect([role, attached.status]).toEqual([role, 404]);
    }
  });

  it('and it goes to the bin with its channel', async () => {
    await as('owner').trpc.channel.remove.mutate({ channelId: place.channelId });
    for (const path of ways(sent)) expect((await as('owner').get(path)).status).toBe(404);
  });
});

describe('an upload’s own claims are ignored', () => {
  it('its id, team, owner and hash come from the server', async () => {
    const form = formOf('x');
    for (const [name, value] of Object.entries({
      id: crypto.randomUUID(),
      uploaderId: '1',
      hash: 'a'.repeat(64),
    }))
      form.append(name, value);
    expect((await send(as('member'), form)).status).toBe(400);
  });

  it('a page or drawing is never rendered, whatever its name and type', async () => {
    const evil = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
    for (const [name, type] of [
      ['a.svg', 'image/svg+xml'],
      ['a.html', 'text/html'],
      ['a.png', 'image/png'],
      ['a.xhtml', 'application/xhtml+xml'],
    ]) {
      const file = need(await send(as('member'), formOf(evil, name, type))).data as UploadedFile;
      const { headers } = await as('member').get(file.url);
      expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(headers.get('content-disposition')).toMatch(/^attachment;/);
      expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('another site cannot upload with the reader’s cookie', async () => {
    const { token } = as('member');
    const answer = await stranger.call('POST', '/api/files/upload', {
      raw: formOf('x'),
      headers: { cookie: `tandem_session=${token}`, origin: 'https://evil.example' },
    });
    expect(answer.status).toBe(403);
  });

  it('no claim becomes a path', async () => {
    for (const name of ['../../../etc/cron.d/x', '/etc/passwd', '..\\..\\x', 'a/../../b', '%2e%2e%2fx']) {
      const file = need(await send(as('member'), formOf('x', name))).data as UploadedFile;
      expect(file.name).not.toMatch(/[/\\]/);
    }
    for (const id of ['..%2f..%2fsecret.key', '%2e%2e', '../secret.key'])
      expect((await as('member').get(`/api/files/${id}/content`)).status).toBeGreaterThanOrEqual(400);
  });
});
