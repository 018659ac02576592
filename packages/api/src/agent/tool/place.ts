import type { Reading } from '../files/manifest.ts';
import type { Channel } from '../files/workspace.ts';

/** Where tools of an agent work. */
export interface AgentPlace extends Reading {
  channel: Channel;
  /** The person who asked. */
  userId: number;
}
