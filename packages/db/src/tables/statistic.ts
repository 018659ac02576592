/** Unit of aggregation: a whole team, or one person, app or model of it. */
export type StatisticDimension = 'team' | 'user' | 'app' | 'model';

/** Sums of `usage_day` over all but one of its dimensions, for the days up to the mark. */
export interface StatisticUsageTable {
  teamId: string;
  dimension: StatisticDimension;
  grain: 'day' | 'month';
  /** YYYY-MM-DD: the day, or the first of the month. */
  start: string;
  /** The person, app or model; "" for the team. */
  key: string;
  turns: number;
  failures: number;
  inputTokens: number;
  outputTokens: number;
  images: number;
  /** Micro-credits. */
  cost: number;
  firstTokenMs: number;
  firstTokens: number;
  durationMs: number;
  durations: number;
  /** Different people, where the row is of a day. */
  people: number;
}

/** Messages written in a team on one day (UTC), up to the mark; those deleted since stay counted. */
export interface StatisticMessageTable {
  teamId: string;
  day: string;
  messages: number;
}

/** A team's sizes at the end of a day (UTC), up to the mark. */
export interface StatisticSizeTable {
  teamId: string;
  day: string;
  people: number;
  apps: number;
  channels: number;
}

/** One row: the last aggregated day. Without it the tables are empty. */
export interface StatisticMarkTable {
  singleton: boolean;
  day: string;
}
