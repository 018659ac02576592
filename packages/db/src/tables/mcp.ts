import type { Generated, JSONColumnType } from 'kysely';

/** A server of tools that an administrator allowed, spoken to by the Model Context Protocol over HTTP. */
export interface McpServerTable {
  id: Generated<string>;
  teamId: string;
  name: string;
  url: string;
  /** Request headers, encrypted and bound to this row and its host; null for none. */
  secret: Buffer | null;
  enabled: Generated<boolean>;
  creatorId: number;
  /** Time of the last refresh of its tools. */
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
  /** Claimed by its server, and not verified. */
  readOnly: Generated<boolean>;
  /** Whether it may reach outside its server, unless that claims otherwise. */
  openWorld: Generated<boolean>;
  /** Whether its server listed it at the last refresh. */
  isListed: Generated<boolean>;
}
