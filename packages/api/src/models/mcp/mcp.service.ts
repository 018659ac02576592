import type { Db } from '@tandem/db';
import { MCP_PREFIX, type TeamTool } from '@tandem/shared/mcp/schema';
import { type OutsideTool, ToolError } from '../../ai/tools/types.ts';
import { say } from '../../core/language.ts';
import type { Platform } from '../../core/platform.ts';
import { McpConnection } from './connect.ts';
import { mcpFailureOf } from './failure.ts';
import { findCallable, findUsableTools } from './mcp.repo.ts';
import { modelNames } from './names.ts';
import { inOrder } from './order.ts';
import { callTool } from './tools.ts';

/** Lists MCP tools available to a team's assistants, by server and name. */
export async function listTeamTools(db: Db, teamId: string): Promise<TeamTool[]> {
  const tools = await findUsableTools(db, teamId);
  return tools.map(({ id, name, title, description, serverName, needsApproval }) => ({
    key: `${MCP_PREFIX}${id}`,
    title: title || name,
    description,
    serverName,
    needsApproval,
  }));
}

/** MCP tools of one turn. */
export interface OutsideTools {
  tools: OutsideTool[];
  /** Ends the sessions with the servers. Never throws. */
  close(): Promise<void>;
}

type Callable = Awaited<ReturnType<typeof findCallable>>[number];

/** Prepares an assistant's MCP tools for one turn. Skips keys of unknown, foreign or disabled tools. */
export async function outsideTools(
  platform: Platform,
  teamId: string,
  keys: readonly string[],
): Promise<OutsideTools> {
  const ids = keys.filter(isToolKey).map((key) => key.slice(MCP_PREFIX.length));
  const { db } = platform.database;
  const rows = ids.length === 0 ? [] : await findCallable(db, teamId, ids);
  const names = modelNames(rows);
  const connections = new Map<string, McpConnection>();

  /** It may have been disabled, or its server changed, since the turn began. */
  async function callable(toolId: string): Promise<Callable> {
    const [row] = await findCallable(db, teamId, [toolId]);
    if (!row) throw new ToolError('This tool is not allowed any more.');
    return row;
  }

  async function run(toolId: string, input: object, signal: AbortSignal): Promise<unknown> {
    const row = await callable(toolId);
    try {
      const connection = connectionTo(row);
      return await connection.use(
        (session) => callTool(session, { name: row.name, arguments: input }, signal),
        signal,
      );
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ToolError) throw error;
      const { reason, detail } = mcpFailureOf(error);
      platform.log.info({ err: error, tool: toolId }, 'a tool outside failed');
      throw new ToolError(say('en', `error:mcp.${reason}`, { detail }), error);
    }
  }

  function connectionTo({ serverId, serverUrl, serverSecret }: Callable): McpConnection {
    const key = `${serverId} ${serverUrl} ${serverSecret?.toString('base64') ?? ''}`;
    let connection = connections.get(key);
    if (!connection) {
      connection = new McpConnection(platform, { id: serverId, url: serverUrl, secret: serverSecret });
      connections.set(key, connection);
    }
    return connection;
  }

  return {
    tools: rows.map((row) => ({
      key: `${MCP_PREFIX}${row.id}`,
      name: names.get(row.id) as string,
      title: row.title || row.name,
      source: row.serverName,
      description: row.description,
      inputSchema: inOrder(row.inputSchema),
      needsApproval: async () => (await callable(row.id)).needsApproval,
      run: (input, signal) => run(row.id, input, signal),
    })),
    async close() {
      await Promise.all([...connections.values()].map((connection) => connection.close()));
    },
  };
}

/** Whether an entry of an assistant's tool list names an MCP tool. */
export function isToolKey(key: string): boolean {
  return /^mcp:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key);
}
