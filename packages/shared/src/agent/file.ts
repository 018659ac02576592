import * as z from 'zod';
import { keysetLimitSchema } from '../pagination/schema.ts';
import type { Person } from '../user/schema.ts';
import { type AgentFile, agentIdSchema } from './schema.ts';

/** Most characters of a file that is written or read as text. */
export const MAX_AGENT_TEXT = 2 * 1024 * 1024;
/** Most characters of a path; the server says what is no path. */
const MAX_PATH = 4_096;
/** Most files of one comparison, and of one live event. */
export const MAX_DIFFERING_FILES = 1_000;
export const MAX_FILE_NEWS = 200;

/** A folder of an agent's files. */
export interface AgentFolder {
  /** '' for the top. */
  path: string;
  /** The state that is listed; null before anything was written. */
  manifestId: string | null;
  /** Of the newest state; it rises with every change. */
  revision: number;
  /** The run since whose start changes are marked; null for none. */
  runId: string | null;
  /** Folders first, each by name; with what was deleted since the start of the run. */
  list: AgentFile[];
}

/** What became of a path when the files changed. */
export interface AgentFileNews {
  path: string;
  /** Null for what is neither there nor was at the start of the run. */
  file: AgentFile | null;
}

/** A file with its text. */
export interface AgentFileContent {
  path: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  /** Null for bytes, and for a text of more than two megabytes. */
  content: string | null;
  /** Where its bytes are downloaded. */
  url: string;
  /** The state that it was read from. */
  manifestId: string;
  isExecutable: boolean;
  modifiedAt: Date;
}

/** The files of an agent's channel at one time. */
export interface AgentFileState {
  id: string;
  /** What made it: a call of a run, a person's edit, a return to an earlier state, or a merge. */
  kind: 'step' | 'edit' | 'restore' | 'merge';
  files: number;
  /** Of all files together. */
  bytes: number;
  /** The call of a run that left it; null for a person's. */
  runId: string | null;
  step: number | null;
  toolCallId: string | null;
  /** The person who made it; null for a run. */
  author: Person | null;
  createdAt: Date;
}

/** Lines of a text with what differs: `' '`, `'+'` or `'-'` before each. */
export interface TextHunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  lines: string[];
}

/** One side of a file that differs. */
export interface AgentFileSide {
  /** Bytes. */
  size: number;
  isExecutable: boolean;
}

export interface DifferingAgentFile {
  path: string;
  kind: 'added' | 'changed' | 'deleted';
  before: AgentFileSide | null;
  after: AgentFileSide | null;
  /** Null for what is no text, too long to compare, or beyond the bounds of one comparison: ask for its path alone. */
  hunks: TextHunk[] | null;
}

/** Two states side by side; null for no files at all. */
export interface AgentFileDifference {
  from: string | null;
  to: string | null;
  /** Of all files that differ, of which `files` holds the first by path. */
  count: number;
  files: DifferingAgentFile[];
}

/** What became of a text that a person wrote. */
export type WrittenAgentFile =
  | { outcome: 'written'; state: AgentFileState }
  /** Somebody else, or a run, changed the file: nothing was written. Null: it does not exist there. */
  | { outcome: 'conflict'; base: AgentFileContent | null; current: AgentFileContent | null };

const channelId = agentIdSchema;
const pathSchema = z.string().max(MAX_PATH);
const manifestId = z.uuid();

export const listAgentFilesSchema = z.strictObject({
  channelId,
  /** '' for the top. */
  path: pathSchema.default(''),
  /** An earlier state; the newest by default. */
  manifestId: manifestId.optional(),
});
export type ListAgentFiles = z.output<typeof listAgentFilesSchema>;

export const agentFileContentSchema = z.strictObject({
  channelId,
  path: pathSchema,
  manifestId: manifestId.optional(),
});
export type ReadAgentFile = z.output<typeof agentFileContentSchema>;

export const agentFileStatesSchema = z.strictObject({
  channelId,
  cursor: z.string().max(1_000).optional(),
  limit: keysetLimitSchema,
});
export type ListAgentFileStates = z.output<typeof agentFileStatesSchema>;

/** What a run or one of its steps changed, or the difference between two states. */
export const agentFileDifferenceSchema = z.strictObject({
  channelId,
  of: z.union([
    z.strictObject({ runId: z.uuid(), step: z.int().min(0).max(1_000_000).optional() }),
    z.strictObject({
      /** Null for no files at all. */
      from: manifestId.nullable(),
      /** The newest by default. */
      to: manifestId.optional(),
    }),
  ]),
  /** Only what is at or below it. */
  path: pathSchema.optional(),
});
export type CompareAgentFiles = z.output<typeof agentFileDifferenceSchema>;

export const restoreAgentFilesSchema = z.strictObject({
  channelId,
  manifestId,
  /** Only what is at or below it; everything by default. */
  path: pathSchema.optional(),
});
export type RestoreAgentFiles = z.output<typeof restoreAgentFilesSchema>;

export const writeAgentFileSchema = z.strictObject({
  channelId,
  path: pathSchema,
  content: z
    .string()
    .max(MAX_AGENT_TEXT)
    .refine((text) => text.isWellFormed()),
  /** The state that the text was made from; null for a file that is new. */
  basedOn: manifestId.nullable(),
});
export type WriteAgentFile = z.output<typeof writeAgentFileSchema>;

export const moveAgentFileSchema = z.strictObject({ channelId, path: pathSchema, to: pathSchema });
export type MoveAgentFile = z.output<typeof moveAgentFileSchema>;

export const removeAgentFileSchema = z.strictObject({ channelId, path: pathSchema });
export type RemoveAgentFile = z.output<typeof removeAgentFileSchema>;

/** Makes a document of a text; it becomes a channel of an app. */
export const agentFileToDocumentSchema = agentFileContentSchema.extend({
  appId: z.uuid(),
  parentId: z.uuid().nullish(),
  clientKey: z.uuid().optional(),
});
export type AgentFileToDocument = z.output<typeof agentFileToDocumentSchema>;
