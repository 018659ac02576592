import type { Generated } from 'kysely';

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
  createdAt: Generated<Date>;
}

/** The newest files of an agent's channel. */
export interface AgentWorkspaceTable {
  channelId: string;
  manifestId: string;
  /** Rises with every change. */
  revision: Generated<number>;
}
