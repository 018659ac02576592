import { jobs } from '@tandem/api';
import { makeGrant } from '@tandem/db/testing/factories/index';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { type GroupChat, noticesOf, openGroupChat, tell } from './fixture.ts';

const server = useServer({ publicUrl: 'https://tandem.example.test' });
let chat: GroupChat;

beforeEach(async () => {
  chat = await openGroupChat(server);
  await leave();
});

/** Runs the queue three minutes later. */
async function runMail(userId = chat.reader.user.id): Promise<void> {
  const job = jobs.find(({ name }) => name === 'notice.mail');
  await job?.run(server.platform, { userId });
}

const mailsTo = (email: string) => server.mail.mails.filter(({ to }) => to.includes(email));
const mails = () => mailsTo(chat.reader.user.email);

/** Both halves of a mail, decoded. */
function bodiesOf(raw: string): string {
  const parts = raw.split(/--.*(?:Part|_)[^\r\n]*\r\n/).map((part) => {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const body = rest.join('\r\n\r\n');
    if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString();
    if (!/quoted-printable/i.test(head)) return body;
    const text = body.replaceAll(/=\r\n/g, '');
    return Buffer.from(
      text.replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
      'latin1',
    ).toString();
  });
  return parts.join('\n');
}

async function leave(): Promise<void> {
  await server.db
    .updateTable('session')
    .set({ lastSeenAt: sql<Date>`now() - interval '4 minutes'` })
    .where('userId', '=', chat.reader.user.id)
    .execute();
}

function waitingJobs(userId = chat.reader.user.id) {
  return sql<{ seconds: number }>`
    select extract(epoch from start_after - created_on)::int as seconds from job.job
    where name = 'notice.mail' and state = 'created' and (data ->> 'userId')::int = ${userId}
  `
    .execute(server.db)
    .then(({ rows }) => rows);
}

describe('mail to people who are away', () => {
  it('is delayed by three minutes, once for everything in between', async () => {
    await chat.mention();
    await chat.mention();
    await tell(server, {
      kind: 'share',
      userId: chat.reader.user.id,
      teamId: chat.teamId,
      actorId: chat.owner.id,
      appId: chat.app.id,
    });
    expect(await waitingJobs()).toEqual([{ seconds: 180 }]);
    await runMail();
    expect(mails()).toHaveLength(1);
    expect(mails()[0]?.subject).toBe('3 notifications in Tandem');
    await runMail();
    expect(mails()).toHaveLength(1);
  });

  it('says who, what and where, quotes the mention and links to it, in text and HTML', async () => {
    const message = await chat.mention('<b>hi</b> @A member, "now"?');
    await runMail();
    const [mail] = mails();
    expect(mail?.subject).toBe(`Olive Owner mentioned you in Talk (${chat.team.name})`);
    const bodies = bodiesOf(mail?.raw ?? '');
    const link = `https://tandem.example.test/s/${chat.app.id}/c/${chat.channelId}?message=${message.id}`;
    expect(bodies).toContain('> <b>hi</b> @A member, "now"?');
    expect(bodies).toContain(`\n${link}`);
    expect(bodies).toContain('&#60;b&#62;hi&#60;/b&#62; @A member');
    expect(bodies).toContain(`href="${link}"`);
  });

  it('reports a comment that mentions them, and links to its discussion', async () => {
    const { api, app, reader } = chat;
    const document = await api.trpc.channel.create.mutate({ appId: app.id, kind: 'document', name: 'Plan' });
    const { discussionId } = await api.trpc.discussion.create.mutate({
      documentId: document.id,
      text: `@${reader.user.name} is that so?`,
      mentions: [{ type: 'user', userId: reader.user.id }],
    });
    await runMail();
    expect(mails()[0]?.subject).toBe(`Olive Owner commented on Plan (${chat.team.name})`);
    const bodies = bodiesOf(mails()[0]?.raw ?? '');
    expect(bodies).toContain('is that so?');
    expect(bodies).toContain(`/s/${app.id}/c/${document.id}?discussion=${discussionId}`);
  });

  it('is in their language, lists ten and counts the rest', async () => {
    await server.db
      .updateTable('user')
      .set({ language: 'zh-CN' })
      .where('id', '=', chat.reader.user.id)
      .execute();
    for (let i = 0; i < 12; i++) await chat.mention(`@A member number${i}.`);
    await runMail();
    expect(mails()[0]?.subject).toBe('Tandem 中有 12 条通知');
    const bodies = bodiesOf(mails()[0]?.raw ?? '');
    expect(bodies).toContain('还有 2 条');
    expect(bodies).toContain('number11.');
    expect(bodies).not.toContain('number1.');
  });

  it('waits while they are online', async () => {
    await chat.mention();
    await server.db
      .updateTable('session')
      .set({ lastSeenAt: new Date() })
      .where('userId', '=', chat.reader.user.id)
      .execute();
    await runMail();
    expect(mails()).toEqual([]);
    expect(await waitingJobs()).toHaveLength(2);
    await leave();
    await runMail();
    expect(mails()).toHaveLength(1);
  });

  it('is no longer tried for someone who stays online and reads nothing', async () => {
    await chat.mention();
    await server.db
      .updateTable('notice')
      .set({ createdAt: sql<Date>`now() - interval '2 hours'` })
      .where('userId', '=', chat.reader.user.id)
      .execute();
    await server.db
      .updateTable('session')
      .set({ lastSeenAt: new Date() })
      .where('userId', '=', chat.reader.user.id)
      .execute();
    await runMail();
    expect(await waitingJobs()).toHaveLength(1);
  });

  it('omits what was read, what they did not choose and what they may not see', async () => {
    await chat.mention('@A member secret');
    await chat.reader.api.trpc.notice.read.mutate({ all: true });
    await leave();
    await runMail();
    expect(mails()).toEqual([]);

    const { id: userId } = chat.reader.user;
    await tell(server, { kind: 'turn', userId, teamId: chat.teamId, channelId: chat.channelId });
    await runMail();
    expect(mails()).toEqual([]);
    await chat.reader.api.trpc.user.update.mutate({ preference: { mail: { turn: true, mention: false } } });
    await chat.mention('@A member secret');
    await leave();
    await runMail();
    expect(mails().map(({ subject }) => subject)).toEqual([
      `Your answer in Talk is ready (${chat.team.name})`,
    ]);

    await chat.reader.api.trpc.user.update.mutate({ preference: { mail: { mention: true } } });
    await makeGrant(server.db, {
      targetId: chat.channelId,
      teamId: chat.teamId,
      userId: chat.owner.id,
      level: 4,
    });
    await chat.api.trpc.channel.remove.mutate({ channelId: chat.channelId });
    await leave();
    await runMail();
    expect(mails()).toHaveLength(1);
  });

  it('goes to nobody whose account is gone', async () => {
    await chat.mention();
    await server.db
      .updateTable('user')
      .set({ deletedAt: new Date() })
      .where('id', '=', chat.reader.user.id)
      .execute();
    await runMail();
    expect(mails()).toEqual([]);
  });

  it('is retried when the server refuses, and sent by one process only', async () => {
    await chat.mention();
    server.mail.refuseNext(1);
    await expect(runMail()).rejects.toMatchObject({ key: 'unavailable' });
    expect(mails()).toEqual([]);
    await Promise.all(Array.from({ length: 8 }, () => runMail()));
    expect(mails()).toHaveLength(1);
    expect((await noticesOf(chat.reader.api)).unread).toBe(1);
  });
});

it('without a mail server nothing is queued, and one debug line says so', async () => {
  const lines: string[] = [];
  const quiet = {
    ...server,
    platform: {
      ...server.platform,
      instances: new Map(),
      mailer: { ...server.platform.mailer, delivery: 'console' as const },
      log: { ...server.platform.log, debug: (_fields: object, text: string) => void lines.push(text) },
    },
  };
  await tell(quiet, {
    kind: 'share',
    userId: chat.reader.user.id,
    teamId: chat.teamId,
    actorId: chat.owner.id,
    appId: chat.app.id,
  });
  expect(await waitingJobs()).toEqual([]);
  expect(lines).toEqual(['no mail server: notices are not mailed']);
});
