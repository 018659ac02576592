import { startDue } from '@tandem/api/conversation/schedule/due';
import type { CreateSchedule } from '@tandem/shared/schedule/schema';
import { sql } from 'kysely';
import { type ScriptedStep, script } from '../../fakes/provider/script.ts';
import { forEach } from '../harness/filled.ts';
import type { TalkingServer } from '../message/conversation.ts';
import { type Agent, openAgent } from '../run/agent.ts';

/** An agent's channel with what its schedules need. */
export interface Scheduled extends Agent {
  /** Makes a schedule whose runs do these steps, each day at nine. @returns its id */
  every(steps?: readonly ScriptedStep[], values?: Partial<CreateSchedule>): Promise<string>;
  /** Makes a webhook. @returns its id and what to call it by */
  hook(values?: Partial<CreateSchedule>): Promise<{ scheduleId: string; path: string }>;
  /** Lets a schedule's time have come an hour ago. */
  makeDue(scheduleId: string): Promise<void>;
  /** Starts what is due, as the minute does, in each of these servers at once. */
  minute(...servers: readonly TalkingServer[]): Promise<void>;
  row(scheduleId: string): Promise<NonNullable<Awaited<ReturnType<typeof rowOf>>>>;
  /** Texts of the tasks in the channel and its queue. */
  tasks(): Promise<string[]>;
}

const rowOf = ({ db }: TalkingServer, id: string) =>
  db.selectFrom('schedule').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const useScheduled = (server: TalkingServer): Scheduled =>
  forEach(
    () => openScheduled(server),
    (agent) => agent.close(),
  );

export async function openScheduled(server: TalkingServer): Promise<Scheduled> {
  const agent = await openAgent(server);
  const { channelId } = agent;
  const { schedule } = agent.api.trpc;
  const create = async (values: Partial<CreateSchedule>) => {
    const made = await schedule.create.mutate({
      ...{ channelId, name: 'Nightly', task: 'Work' },
      trigger: { kind: 'time', cron: '0 9 * * *', timeZone: 'Europe/Berlin' },
      ...values,
    });
    return { scheduleId: made.schedule.id, path: made.webhookPath ?? '' };
  };
  return {
    ...agent,
    every: async (steps = [], values = {}) =>
      (await create({ task: `${script(...steps)} Nightly`, ...values })).scheduleId,
    hook: (values = {}) => create({ trigger: { kind: 'webhook' }, ...values }),
    async makeDue(scheduleId) {
      const nextRunAt = sql<Date>`now() - interval '1 hour'`;
      await server.db.updateTable('schedule').set({ nextRunAt }).where('id', '=', scheduleId).execute();
    },
    async minute(...servers) {
      await Promise.all((servers.length > 0 ? servers : [server]).map(({ platform }) => startDue(platform)));
    },
    row: (scheduleId) => rowOf(server, scheduleId),
    async tasks() {
      const sent = await server.db
        .selectFrom('message')
        .select('parts')
        .where('channelId', '=', channelId)
        .where('role', '=', 'user')
        .orderBy('seq')
        .execute();
      const queued = await server.db
        .selectFrom('queued_message')
        .select('text')
        .where('channelId', '=', channelId)
        .execute();
      const texts = sent.map(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? part.text : [])));
      return [...texts.flat(), ...queued.map(({ text }) => text)];
    },
  };
}
