import type { McpServer, McpTool } from '@tandem/shared/mcp/schema';
import type { Platform } from '../../core/platform.ts';
import type { CountedServer, McpToolRow } from './mcp.repo.ts';
import { inOrder } from './order.ts';
import { openSecret } from './secrets.ts';

/** A server as its team's administrators get it: of its secret, which kinds there are. */
export function presentServer(platform: Platform, row: CountedServer): McpServer {
  const secret = openSecret(platform, row);
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    enabled: row.enabled,
    secret: secret && {
      hasToken: secret.token !== undefined,
      headerNames: secret.headers.map(({ name }) => name),
    },
    listedAt: row.listedAt,
    toolCount: row.toolCount,
    enabledCount: row.enabledCount,
    createdAt: row.createdAt,
  };
}

export function presentTool(row: McpToolRow): McpTool {
  return {
    id: row.id,
    serverId: row.serverId,
    name: row.name,
    title: row.title,
    description: row.description,
    inputSchema: inOrder(row.inputSchema),
    enabled: row.enabled,
    needsApproval: row.needsApproval,
    readOnly: row.readOnly,
    openWorld: row.openWorld,
    isGone: !row.isListed,
  };
}
