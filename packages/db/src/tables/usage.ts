import type { UsageKind, UsageStatus } from '@tandem/shared/usage/schema';
import type { Generated } from 'kysely';

/** Usage of one model request. */
export interface UsageTable {
  id: Generated<string>;
  teamId: string;
  userId: number;
  appId: string | null;
  channelId: string | null;
  turnId: string | null;
  assistantId: string | null;
  modelId: string | null;
  /** Names as they were then. */
  model: string;
  provider: string;
  kind: UsageKind;
  status: UsageStatus;
  inputTokens: Generated<number>;
  outputTokens: Generated<number>;
  images: Generated<number>;
  /** Micro-credits. */
  cost: Generated<number>;
  /** Whether its model had a price. */
  isPriced: Generated<boolean>;
  /** Whether some tokens were estimated, because the provider did not report all. */
  isEstimated: Generated<boolean>;
  /** Milliseconds. */
  firstTokenMs: number | null;
  durationMs: number | null;
  createdAt: Generated<Date>;
}

/** Usage of one day (UTC), by person, app and model; written with each row of `usage`. */
export interface UsageDayTable {
  teamId: string;
  /** YYYY-MM-DD. */
  day: string;
  userId: number;
  /** The nil UUID for none. */
  appId: string;
  modelId: string;
  turns: Generated<number>;
  failures: Generated<number>;
  inputTokens: Generated<number>;
  outputTokens: Generated<number>;
  images: Generated<number>;
  cost: Generated<number>;
  /** Sums and how many there were of each, in milliseconds. */
  firstTokenMs: Generated<number>;
  firstTokens: Generated<number>;
  durationMs: Generated<number>;
  durations: Generated<number>;
}
