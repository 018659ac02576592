import type { McpListing, McpServer, McpTool } from '@tandem/shared/mcp/schema';
import { byName } from '../../lib/names.ts';
import { api, cached, trpc } from '../../lib/trpc.ts';

/** These failures are shown where they happen. */
const silent = { context: { silent: true } };

/** The team's servers, in the order of their names. */
export function useServers() {
  return trpc.mcp.list.useQuery(undefined, {
    // The server knows nothing of the reader's language.
    select: (servers) => servers.toSorted(byName()),
    trpc: silent,
  });
}

export function useServerTools(serverId: string) {
  return trpc.mcp.tools.useQuery({ serverId }, { trpc: silent });
}

/** Applies a server from a response; lists sort it themselves. */
export function applyServer(server: McpServer): void {
  cached.mcp.list.setData(undefined, (held) => {
    if (!held) return held;
    const others = held.filter(({ id }) => id !== server.id);
    return [...others, server];
  });
}

function forgetServer(serverId: string): void {
  cached.mcp.list.setData(undefined, (held) => held?.filter(({ id }) => id !== serverId));
}

/** Applies a changed tool, and updates its server's count. */
function applyTool(tool: McpTool): void {
  const { tools } = cached.mcp;
  const { serverId } = tool;
  tools.setData({ serverId }, (held) => held?.map((each) => (each.id === tool.id ? tool : each)));
  const enabledCount = tools
    .getData({ serverId })
    ?.filter(({ enabled, isGone }) => enabled && !isGone).length;
  if (enabledCount !== undefined)
    cached.mcp.list.setData(undefined, (held) =>
      held?.map((server) => (server.id === serverId ? { ...server, enabledCount } : server)),
    );
}

/** Reads a server's tools again. */
export async function refreshServer(serverId: string): Promise<McpListing> {
  const listing = await api.mcp.refresh.mutate({ serverId }, silent);
  applyServer(listing.server);
  cached.mcp.tools.setData({ serverId }, listing.tools);
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
  if (input.url !== undefined) void cached.mcp.tools.invalidate({ serverId: server.id });
  return server;
}

export async function removeServer(serverId: string): Promise<void> {
  await api.mcp.remove.mutate({ serverId }, silent);
  forgetServer(serverId);
}

export async function setTool(input: Parameters<typeof api.mcp.setTool.mutate>[0]): Promise<void> {
  applyTool(await api.mcp.setTool.mutate(input));
}
