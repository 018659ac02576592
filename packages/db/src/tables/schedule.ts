import type { AgentMode } from '@tandem/shared/agent/schema';
import type { SchedulePause } from '@tandem/shared/schedule/schema';
import type { Generated } from 'kysely';

/** A task of an agent's channel that starts at times, or when its webhook is called. */
export interface ScheduleTable {
  id: Generated<string>;
  channelId: string;
  name: string;
  task: string;
  /** Null: what the channel says when a run starts. */
  mode: AgentMode | null;
  kind: 'time' | 'webhook';
  /** Of a `time`, else null. */
  cron: string | null;
  timeZone: string | null;
  /** SHA-256 of the secret of a `webhook`, else null. */
  tokenHash: Buffer | null;
  /** The person whose rights its runs have. */
  makerId: number;
  pausedAt: Date | null;
  /** Why it paused by itself; null where a person paused it. */
  pausedFor: SchedulePause | null;
  /** Starts and runs that failed, one after another. */
  failures: Generated<number>;
  /** Key of the error of the last start. */
  lastError: string | null;
  lastRunAt: Date | null;
  /** The turn, or the queued message that becomes it. */
  lastTurnId: string | null;
  /** Of a `time` that is not paused, else null. */
  nextRunAt: Date | null;
  createdAt: Generated<Date>;
}
