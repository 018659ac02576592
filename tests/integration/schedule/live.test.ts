import type { ChannelLiveEvent } from '@tandem/shared/live/events';
import { expect, it, onTestFinished } from 'vitest';
import { openSocket } from '../live/follower.ts';
import { useOwnTalkingServer } from '../message/conversation.ts';
import { useScheduled } from './schedules.ts';

const server = useOwnTalkingServer();
const agent = useScheduled(server);

it('tells everyone who watches that a schedule was made, paused, started or removed', async () => {
  const { channelId } = agent;
  const { schedule } = agent.api.trpc;
  const socket = openSocket(server.url, agent.api.token as string);
  onTestFinished(() => socket.close());
  const events: ChannelLiveEvent[] = [];
  socket.trpc.live.channel.subscribe({ channelId }, { onData: ({ data }) => events.push(data) });
  const told = () => events.filter(({ type }) => type === 'schedules').length;
  await expect.poll(told).toBe(1);
  const scheduleId = await agent.every();
  await expect.poll(told).toBe(2);
  await schedule.setPaused.mutate({ channelId, scheduleId, isPaused: true });
  await expect.poll(told).toBe(3);
  await schedule.runNow.mutate({ channelId, scheduleId });
  await expect.poll(told).toBe(4);
  await agent.live.untilSettled();
  await schedule.remove.mutate({ channelId, scheduleId });
  await expect.poll(told).toBe(5);
});
