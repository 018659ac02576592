import type { Db } from '@tandem/db';
import { addressOfNotice } from '@tandem/shared/notice/address';
import type { Notice } from '@tandem/shared/notice/schema';
import { type Language, userPreferenceSchema } from '@tandem/shared/user/schema';
import { say } from '../../core/language.ts';
import { type MailBlock, renderMail } from '../../core/mailer/html.ts';
import type { Mail } from '../../core/mailer.ts';
import type { Platform } from '../../core/platform.ts';
import { readNotices } from './list.ts';
import { claimForMail, hasWaiting, recipientOf, releaseFromMail } from './mail.repo.ts';
import type { StoredNotice } from './notice.repo.ts';

export const NOTICE_MAIL = 'notice.mail';
/** Seconds of absence after which a person is mailed; one mail covers everything until then. */
const DELAY_SECONDS = 180;
/** Notices that one mail tells in words; more are counted. */
const MAX_TOLD = 10;

/**
 * Schedules mail for people who do not read their notifications in time, inside the transaction that creates
 * these. Does nothing without a mail server.
 */
export async function mailLater(
  { db, platform }: { db: Db; platform: Platform },
  stored: readonly StoredNotice[],
): Promise<void> {
  if (platform.mailer.delivery === 'console') {
    platform.log.debug({ notices: stored.length }, 'no mail server: notices are not mailed');
    return;
  }
  // A scheduled mail will include these too. Invitations are mailed separately.
  const userIds = new Set(
    stored.filter(({ kind, awaitsMail }) => kind !== 'invitation' && !awaitsMail).map(({ userId }) => userId),
  );
  for (const userId of userIds)
    await platform.jobs.enqueue(db, NOTICE_MAIL, { userId }, { startAfterSeconds: DELAY_SECONDS });
}

/**
 * Mails a person their unread notifications, if they are away and want mail. While they are online it tries
 * again later.
 * @throws AppError `unavailable` when the mail server refuses
 */
export async function mailNotices(platform: Platform, userId: number): Promise<void> {
  const { db } = platform.database;
  const recipient = await recipientOf(db, userId, DELAY_SECONDS);
  if (!recipient) return;
  if (recipient.isHere) {
    if (await hasWaiting(db, userId))
      await platform.jobs.enqueue(db, NOTICE_MAIL, { userId }, { startAfterSeconds: DELAY_SECONDS });
    return;
  }
  const { mail } = userPreferenceSchema.parse(recipient.preference);
  // The preference for mentions covers mentions in comments too.
  const { mention, share, turn } = mail;
  // Grants and changes of ownership share one preference.
  const wanted = { mention, comment: mention, share, transfer: share, turn, schedule: turn };
  const kinds = (['mention', 'comment', 'share', 'transfer', 'turn', 'schedule'] as const).filter(
    (kind) => wanted[kind],
  );
  const ids = await claimForMail(db, userId, kinds);
  // Notifications they may no longer see are omitted, as everywhere.
  const notices = (await readNotices(db, ids)).get(userId) ?? [];
  if (notices.length === 0) return;
  try {
    await platform.mailer.send(noticeMail(platform, recipient, notices.reverse()));
  } catch (err) {
    await releaseFromMail(db, ids);
    throw err;
  }
}

function noticeMail(
  { settings }: Platform,
  { email, language }: { email: string; language: Language | null },
  notices: readonly Notice[],
): Mail {
  const reader = language ?? 'en';
  const [only] = notices;
  const subject =
    notices.length === 1 && only
      ? sentenceOf(only, reader)
      : say(reader, 'mail:notice.subject', { count: notices.length });
  const more = notices.length - MAX_TOLD;
  return {
    to: email,
    subject,
    ...renderMail(reader, say(reader, 'mail:notice.heading'), [
      ...notices.slice(0, MAX_TOLD).flatMap((notice) => blocksOf(notice, reader, settings.publicUrl)),
      ...(more > 0
        ? [{ kind: 'paragraph' as const, text: say(reader, 'mail:notice.more', { count: more }) }]
        : []),
      { kind: 'note', text: say(reader, 'mail:notice.why', { host: new URL(settings.publicUrl).host }) },
    ]),
  };
}

function blocksOf(notice: Notice, reader: Language, publicUrl: string): MailBlock[] {
  return [
    { kind: 'paragraph', text: sentenceOf(notice, reader) },
    ...(notice.excerpt === '' ? [] : [{ kind: 'quote' as const, text: notice.excerpt }]),
    {
      kind: 'link',
      text: say(reader, 'mail:notice.open'),
      url: new URL(addressOfNotice(notice), publicUrl).href,
    },
  ];
}

/** Returns one sentence: who did what where. */
function sentenceOf({ kind, actor, app, channel, team }: Notice, reader: Language): string {
  const where = (channel ?? app)?.name || say(reader, 'mail:notice.untitled');
  return say(reader, `mail:notice.${kind}`, {
    actor: actor?.name || say(reader, 'mail:notice.someone'),
    where,
    team: team.name,
  });
}
