import type { Generated, JSONColumnType } from 'kysely';

/** A server of tools that an administrator allowed, spoken to by the Model Context Protocol over HTTP. */
export interface McpServerTable {
  id: Generated<string>;
  teamId: string;
  name: string;
  url: string;
  /** Headers with which it is asked, encrypted and bound to this row and its host; null: none. */
  secret: Buffer | null;
  enabled: Generated<boolean>;
  creatorId: number;
  /** When its tools were last read. */
  listedAt: Date | null;
  createdAt: Generated<Date>;
}

export interface McpToolTable {
  id: Generated<string>;
  serverId: string;
  /** As its server calls it. */
  name: string;
  title: Generated<string>;
  description: Generated<string>;
  inputSchema: JSONColumnType<object>;
  enabled: Generated<boolean>;
  needsApproval: Generated<boolean>;
  /** Its server says that it changes nothing; nobody has checked that. */
  readOnly: Generated<boolean>;
  /** Whether its server still named it when it was last asked. */
  isListed: Generated<boolean>;
}

/** A call of a tool that waits, or waited, for someone's consent. */
export interface ToolApprovalTable {
  turnId: string;
  toolCallId: string;
  channelId: string;
  toolName: string;
  input: JSONColumnType<object>;
  /** JSON schema that a changed input has to fit. */
  inputSchema: JSONColumnType<object, string | undefined, string>;
  decision: 'approved' | 'refused' | null;
  deciderId: number | null;
  /** What it runs with, where the decider changed it. */
  decidedInput: JSONColumnType<object> | null;
  createdAt: Generated<Date>;
  decidedAt: Date | null;
}
