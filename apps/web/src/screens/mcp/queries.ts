import type { McpListing, McpServer, McpTool } from '@tandem/shared/mcp/schema';
import { queryClient } from '../../lib/query-client.ts';
import { api, trpc } from '../../lib/trpc.ts';

/** These failures are shown where they happen. */
const silent = { context: { silent: true } };

export const serversQuery = trpc.mcp.list.queryOptions(undefined, { trpc: { context: { silent: true } } });

export const toolsQuery = (serverId: string) =>
  trpc.mcp.tools.queryOptions({ serverId }, { trpc: { context: { silent: true } } });

/** Shows a server as an answer told it; who lists them puts them in order. */
export function applyServer(server: McpServer): void {
  queryClient.setQueryData(serversQuery.queryKey, (held) => {
    if (!held) return held;
    const others = held.filter(({ id }) => id !== server.id);
    return [...others, server];
  });
}

function forgetServer(serverId: string): void {
  queryClient.setQueryData(serversQuery.queryKey, (held) => held?.filter(({ id }) => id !== serverId));
}

/** Shows a tool as it is now, and counts it with its server. */
function applyTool(tool: McpTool): void {
  const { queryKey } = toolsQuery(tool.serverId);
  const tools = queryClient.setQueryData(queryKey, (held) =>
    held?.map((each) => (each.id === tool.id ? tool : each)),
  );
  const enabledCount = tools?.filter(({ enabled, isGone }) => enabled && !isGone).length;
  if (enabledCount !== undefined)
    queryClient.setQueryData(serversQuery.queryKey, (held) =>
      held?.map((server) => (server.id === tool.serverId ? { ...server, enabledCount } : server)),
    );
}

/** Asks a server for its tools. */
export async function refreshServer(serverId: string): Promise<McpListing> {
  const listing = await api.mcp.refresh.mutate({ serverId }, silent);
  applyServer(listing.server);
  queryClient.setQueryData(toolsQuery(serverId).queryKey, listing.tools);
  return listing;
}

export async function createServer(input: Parameters<typeof api.mcp.create.mutate>[0]): Promise<McpServer> {
  const server = await api.mcp.create.mutate(input, silent);
  applyServer(server);
  return server;
}

export async function updateServer(input: Parameters<typeof api.mcp.update.mutate>[0]): Promise<McpServer> {
  const server = await api.mcp.update.mutate(input, silent);
  applyServer(server);
  // At another host its tools are off.
  if (input.url !== undefined)
    void queryClient.invalidateQueries({ queryKey: toolsQuery(server.id).queryKey });
  return server;
}

export async function removeServer(serverId: string): Promise<void> {
  await api.mcp.remove.mutate({ serverId }, silent);
  forgetServer(serverId);
}

export async function setTool(input: Parameters<typeof api.mcp.setTool.mutate>[0]): Promise<void> {
  applyTool(await api.mcp.setTool.mutate(input));
}
