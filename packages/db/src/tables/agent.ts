import type { AgentMode, AllowedCall, PauseReason, ToolRules } from '@tandem/shared/agent/schema';
import type { Generated, JSONColumnType } from 'kysely';

/** The files of an agent's channel at one time. Never changes. */
export interface AgentManifestTable {
  id: Generated<string>;
  channelId: string;
  teamId: string;
  /** The state it was made from; null for a first one. */
  parentId: string | null;
  /** What made it. */
  kind: 'step' | 'edit' | 'restore' | 'merge';
  /** Rows before it that are needed to read it: 0 when it holds all files itself. */
  depth: number;
  /** Deflated JSON: all files, or those that differ from its parent. */
  body: Buffer;
  files: number;
  /** Bytes of all files together. */
  bytes: number;
  /** The call of a run that left this state; null for an edit by a person. */
  turnId: string | null;
  step: number | null;
  toolCallId: string | null;
  /** The person who edited; null for a run. */
  authorId: number | null;
  createdAt: Generated<Date>;
}

/** The newest files of an agent's channel. */
export interface AgentWorkspaceTable {
  channelId: string;
  manifestId: string;
  /** Rises with every change. */
  revision: Generated<number>;
}

/** What runs of an agent's channel may do; without a row, `DEFAULT_MODE` and no rules. */
export interface AgentSettingTable {
  channelId: string;
  mode: AgentMode;
  rules: JSONColumnType<ToolRules, string | undefined, string>;
}

/** A turn of an agent's channel. Its steps and calls are those of the turn, and stay when it has ended. */
export interface AgentRunTable {
  turnId: string;
  channelId: string;
  /** As of its start. */
  mode: AgentMode;
  rules: JSONColumnType<ToolRules, string | undefined, string>;
  /** Calls that somebody allowed until its end. */
  allowed: JSONColumnType<AllowedCall[], string | undefined, string>;
  /** The files before its first step; null when there were none. */
  firstManifestId: string | null;
  /** Steps and active milliseconds after which it pauses; going on raises them. */
  stepLimit: number;
  timeLimitMs: number;
  /** Why it waits for a person besides consent; null when it does not. */
  pausedFor: PauseReason | null;
  /** How often another process went on after the one that ran it was gone. */
  takeovers: Generated<number>;
  createdAt: Generated<Date>;
}
