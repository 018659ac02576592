import * as z from 'zod';
import { displayNameSchema } from '../user/schema.ts';

/** Servers of tools that one team may have. */
export const MAX_SERVERS = 50;
/** Tools kept of one server; what it lists beyond them is left out. */
export const MAX_TOOLS = 200;
/** Longest JSON of a tool's schema, in characters. */
export const MAX_SCHEMA_CHARACTERS = 16_000;
/** What an assistant's list of tools has before the id of a server's tool. */
export const MCP_PREFIX = 'mcp:';

const urlSchema = z.string().trim().min(1).max(2_000);

/** Goes out in a header: visible characters of ASCII only. */
const headerValueSchema = z
  .string()
  .trim()
  .min(1)
  .max(4_000)
  .regex(/^[\x20-\x7e]*$/);

/** Headers that make the exchange what it is, which nobody sets by hand. */
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

/** What a server asks callers for. It is written only: nothing answers it again. */
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
  /** Absent: stays; null: none any more. */
  secret: mcpSecretSchema.nullish(),
  enabled: z.boolean().optional(),
});
export type UpdateMcpServer = z.output<typeof updateMcpServerSchema>;

export const oneMcpServerSchema = z.strictObject({ serverId: z.uuid() });

export const setMcpToolSchema = z.strictObject({
  toolId: z.uuid(),
  enabled: z.boolean().optional(),
  needsApproval: z.boolean().optional(),
});
export type SetMcpTool = z.output<typeof setMcpToolSchema>;

/** A server of tools as administrators see it. */
export interface McpServer {
  id: string;
  name: string;
  url: string;
  enabled: boolean;
  /** What is stored of its secret; values never leave. Null: it was stored for another server key and must be entered again. */
  secret: { hasToken: boolean; headerNames: string[] } | null;
  /** Null: its tools were never read. */
  listedAt: Date | null;
  toolCount: number;
  /** Of these, switched on. */
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
  /** Its server says that it changes nothing, which nobody has checked. */
  readOnly: boolean;
  /** Its server does not name it any more. */
  isGone: boolean;
}

/** What reading a server's tools brought. */
export interface McpListing {
  server: McpServer;
  tools: McpTool[];
  /** Tools that were not taken: too many, or described at too great length. */
  leftOut: number;
  /** Names of tools that describe themselves otherwise than before. They ask for approval from now on. */
  changed: string[];
}

/** A tool that an assistant may be given. */
export interface TeamTool {
  /** As it stands in an assistant's list of tools. */
  key: string;
  title: string;
  description: string;
  serverName: string;
  needsApproval: boolean;
}
