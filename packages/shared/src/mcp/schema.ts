import * as z from 'zod';
import { displayNameSchema } from '../user/schema.ts';

/** Maximum MCP servers of a team. */
export const MAX_SERVERS = 50;
/** Maximum tools of one server; further ones are omitted. */
export const MAX_TOOLS = 200;
/** Longest JSON of a tool's schema, in characters. */
export const MAX_SCHEMA_CHARACTERS = 16_000;
/** Prefix of MCP tools in an assistant's list of tools. */
export const MCP_PREFIX = 'mcp:';

const urlSchema = z.string().trim().min(1).max(2_000);

/** Sent in a header: visible ASCII characters only. */
const headerValueSchema = z
  .string()
  .trim()
  .min(1)
  .max(4_000)
  .regex(/^[\x20-\x7e]*$/);

/** Headers controlled by the protocol, which cannot be set. */
const OWN_HEADERS =
  /^(?:host|connection|content-.*|transfer-encoding|te|trailer|upgrade|accept|accept-.*|keep-alive|expect|cookie|origin|referer|mcp-.*|proxy-.*|sec-.*|last-event-id)$/i;

export const mcpHeaderSchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/)
    .refine((name) => !OWN_HEADERS.test(name)),
  value: headerValueSchema,
});

/** A server's credentials. Write-only: never returned. */
export const mcpSecretSchema = z.strictObject({
  /** Sent as `Authorization: Bearer …`. */
  token: headerValueSchema.optional(),
  headers: z.array(mcpHeaderSchema).max(20).default([]),
});
export type McpSecret = z.output<typeof mcpSecretSchema>;

export const createMcpServerSchema = z.strictObject({
  name: displayNameSchema,
  url: urlSchema,
  secret: mcpSecretSchema.nullish(),
});
export type CreateMcpServer = z.output<typeof createMcpServerSchema>;

export const updateMcpServerSchema = z.strictObject({
  serverId: z.uuid(),
  name: displayNameSchema.optional(),
  /** At another host the stored secret is forgotten, and its tools are switched off. */
  url: urlSchema.optional(),
  /** Absent leaves it unchanged; null removes it. */
  secret: mcpSecretSchema.nullish(),
  enabled: z.boolean().optional(),
});
export type UpdateMcpServer = z.output<typeof updateMcpServerSchema>;

export const oneMcpServerSchema = z.strictObject({ serverId: z.uuid() });

export const setMcpToolSchema = z.strictObject({
  toolId: z.uuid(),
  enabled: z.boolean().optional(),
  needsApproval: z.boolean().optional(),
  /**
   * Needed to let a tool run without approval that may change things or reach outside: words planted in anything that
   * an answer reads can have it called with words of the conversation.
   */
  acknowledged: z.boolean().optional(),
});
export type SetMcpTool = z.output<typeof setMcpToolSchema>;

/** A server of tools as administrators see it. */
export interface McpServer {
  id: string;
  name: string;
  url: string;
  enabled: boolean;
  /**
   * The names of its stored credentials; values are never returned. Null when they were stored under another
   * secret key and must be entered again.
   */
  secret: { hasToken: boolean; headerNames: string[] } | null;
  /** Null: its tools were never read. */
  listedAt: Date | null;
  toolCount: number;
  /** Number of enabled ones. */
  enabledCount: number;
  createdAt: Date;
}

/** A tool of a server as administrators see it. */
export interface McpTool {
  id: string;
  serverId: string;
  name: string;
  title: string;
  description: string;
  /** JSON schema. */
  inputSchema: object;
  enabled: boolean;
  needsApproval: boolean;
  /** Claimed by its server, and not verified. */
  readOnly: boolean;
  /** Whether it may reach outside its server; so it is unless its server claims otherwise, which is not verified. */
  openWorld: boolean;
  /** Its server no longer lists it. */
  isGone: boolean;
}

/** Whether a tool claims that it changes nothing and reaches nothing outside its server. */
export function isHarmless({ readOnly, openWorld }: Pick<McpTool, 'readOnly' | 'openWorld'>): boolean {
  return readOnly && !openWorld;
}

/** Result of refreshing a server's tools. */
export interface McpListing {
  server: McpServer;
  tools: McpTool[];
  /** Omitted tools: too many, or with too long a description. */
  leftOut: number;
  /** Names of tools that describe themselves otherwise than before. They ask for approval from now on. */
  changed: string[];
}

/** A tool available to assistants. */
export interface TeamTool {
  /** Its key in an assistant's list of tools. */
  key: string;
  title: string;
  description: string;
  serverName: string;
  needsApproval: boolean;
}
