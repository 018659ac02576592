import * as z from 'zod';
import type { JobDefinition } from '../../core/jobs.ts';
import { mailNotices, NOTICE_MAIL } from './mail.ts';
import { deleteOldNotices } from './notice.repo.ts';

/** Days after which notifications are deleted. */
const KEPT = { readDays: 90, unreadDays: 365 };

const mailPayload = z.object({ userId: z.int() });

export const noticeJobs: JobDefinition[] = [
  {
    name: NOTICE_MAIL,
    run: (platform, payload) => mailNotices(platform, mailPayload.parse(payload).userId),
  },
  {
    name: 'notice.sweep',
    cron: '41 3 * * *',
    async run({ database: { db } }) {
      await deleteOldNotices(db, KEPT);
    },
  },
];
