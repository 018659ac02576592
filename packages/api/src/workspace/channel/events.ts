import type { PartChange } from '@tandem/shared/message/parts';
import type { Bus, BusMessage } from '../../core/live/bus.ts';
import { topics } from '../../core/live/bus.ts';

/** Messages on a channel's bus topic. */
export type ChannelBusMessage =
  /** Messages, queue or turn changed; `revision` is the head's. */
  | { type: 'changed'; revision: number }
  | { type: 'delta'; turnId: string; messageId: string; n: number; changes: PartChange[] }
  /** A watcher's process lacks deltas: the turn's process saves it immediately. */
  | { type: 'saveWanted'; turnId: string }
  /** The message is saved up to `n`. */
  | { type: 'saved'; turnId: string; n: number }
  /** An agent's files, a run's step or pause, or its setting changed; of a turn's start and end `changed` tells. */
  | { type: 'agent' }
  /** Somebody is typing, or has stopped. */
  | { type: 'typing'; userId: number; typing: boolean }
  /** Everyone who has the channel open in one process. */
  | { type: 'present'; processId: string; userIds: number[] }
  /** A process starts watching, and asks the others for presence. */
  | { type: 'presentWanted'; processId: string };

/** Publishes to a channel's watchers in every process. */
export function publishToChannel(bus: Bus, channelId: string, message: ChannelBusMessage): void {
  bus.publish(topics.channel(channelId), message);
}

const channelTypes: Record<ChannelBusMessage['type'], true> = {
  changed: true,
  delta: true,
  saveWanted: true,
  saved: true,
  agent: true,
  typing: true,
  present: true,
  presentWanted: true,
};

/** A message of a channel's topic, if it is one that this version knows. */
export function asChannelMessage(message: BusMessage): ChannelBusMessage | null {
  return Object.hasOwn(channelTypes, message.type) ? (message as ChannelBusMessage) : null;
}
