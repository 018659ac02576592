import * as z from 'zod';

/** The id of an agent's channel. */
export const agentIdSchema = z.uuid().describe('A channel of kind `agent`');

/** What a run may do without asking: only look, ask before each change, or work. */
export const agentModes = ['read', 'ask', 'work'] as const;
export const agentModeSchema = z.enum(agentModes);
export type AgentMode = z.output<typeof agentModeSchema>;
export const DEFAULT_MODE: AgentMode = 'ask';

/** The tools that an agent has besides those of its assistant, by what they do. */
export const agentTools = {
  /** Look at the files. */
  read: ['list_files', 'read_file', 'search_files'],
  /** Change the files. */
  write: ['write_file', 'edit_file', 'move_file', 'delete_file'],
  /** Run code in the sandbox, which may change the files. */
  run: ['run_shell', 'run_python', 'run_javascript'],
  /** Hand on a part of the work. */
  delegate: ['run_subagent'],
  /** Tell people, or ask them. */
  tell: ['update_plan', 'ask_person'],
} as const;
export type AgentTool = (typeof agentTools)[keyof typeof agentTools][number];
export const agentToolNames: readonly AgentTool[] = Object.values(agentTools).flat();

/** What a mode does not decide: whether a tool runs, asks first, or is not offered. By the key of a tool. */
export const toolRules = ['allow', 'ask', 'deny'] as const;
export type ToolRule = (typeof toolRules)[number];
export const toolRulesSchema = z
  .record(
    z
      .string()
      .min(1)
      .max(200)
      .refine((key) => key.isWellFormed() && !key.includes('\0')),
    z.enum(toolRules),
  )
  .refine((rules) => Object.keys(rules).length <= 200, { message: 'too many rules' });
export type ToolRules = z.output<typeof toolRulesSchema>;

/** Calls that somebody allowed until the end of a run: of one tool for one path, or of one tool of a server outside. */
export interface AllowedCall {
  toolKey: string;
  /** A path at or below which; null for a tool of a server outside. */
  scope: string | null;
}

/** Why a run paused; a person can let it go on. */
export const pauseReasons = ['steps', 'time', 'credits', 'repetition', 'access', 'provider'] as const;
export type PauseReason = (typeof pauseReasons)[number];

export const runStatuses = ['queued', 'running', 'waiting', 'paused', 'done', 'failed', 'stopped'] as const;
/** `waiting`: for consent, or an answer to a question; `paused`: see `PauseReason`. */
export type RunStatus = (typeof runStatuses)[number];

/** A run of an agent, which is a turn of its channel. */
export interface AgentRun {
  id: string;
  channelId: string;
  /** Its answer, which shows its steps; null while it is queued. */
  messageId: string | null;
  /** The text that it was asked; in lists the beginning of it. */
  task: string;
  status: RunStatus;
  pausedFor: PauseReason | null;
  mode: AgentMode;
  /** Requests to the model so far. */
  steps: number;
  stepLimit: number;
  startedAt: Date;
  endedAt: Date | null;
  /** Milliseconds of work so far, without waiting; of a running one, as of its last wait. */
  activeMs: number;
  timeLimitMs: number;
  inputTokens: number;
  outputTokens: number;
  /** Micro-credits of its requests so far. */
  cost: number;
  /** The person who asked. */
  user: { id: number; name: string };
}

/** A call of a step. */
export interface AgentCall {
  toolCallId: string;
  toolName: string;
  status: 'waiting' | 'running' | 'done' | 'failed' | 'refused';
  decision: 'approved' | 'refused' | null;
  /** The person who decided; null for a decision by time. */
  decider: { id: number; name: string } | null;
  isEdited: boolean;
  /** The files after it; null when it changed none. */
  manifestId: string | null;
}

/** A request of a run to its model, with the calls it made. */
export interface AgentStep {
  index: number;
  startedAt: Date;
  durationMs: number;
  inputTokens: number;
  outputTokens: number;
  /** Micro-credits of its request; of a run that has ended, its part of what was charged. */
  cost: number;
  calls: AgentCall[];
  /** The files after it; null when nothing had been written by then. */
  manifestId: string | null;
}

export type AgentRunDetail = AgentRun & { trace: AgentStep[] };

/** How a file differs from the start of the newest run; null for unchanged. */
export type FileChange = 'added' | 'changed' | 'deleted' | null;

/** A file or folder of a workspace. */
export interface AgentFile {
  name: string;
  /** From the top, with `/`. */
  path: string;
  type: 'file' | 'folder';
  /** Bytes; of a folder, of all files below. */
  size: number;
  change: FileChange;
  modifiedAt: Date | null;
}

/** What runs of a channel may do. */
export interface AgentSetting {
  mode: AgentMode;
  rules: ToolRules;
  /** The reader's. */
  abilities: { update: boolean };
}

/** How commands of agents are held apart from the server, for operators. */
export interface SandboxState {
  /** Null where no way works: agents have no commands. */
  kind: 'bubblewrap' | 'isolated' | 'embedded' | null;
  /** Whether a person allows each command, because no kernel stands behind the isolation. */
  needsApproval: boolean;
  /** What commands cannot do, in English, as models read it. */
  lacks: string[];
  /** What was tried, the best first, with why it is not used; null for what is. */
  trials: { kind: 'bubblewrap' | 'isolated' | 'embedded'; means: string; problem: string | null }[];
}

export const agentSettingSchema = z.strictObject({
  channelId: agentIdSchema,
  mode: agentModeSchema.optional(),
  rules: toolRulesSchema.optional(),
});
export const agentByIdSchema = z.strictObject({ channelId: agentIdSchema });
export type ChangeAgentSetting = z.output<typeof agentSettingSchema>;
