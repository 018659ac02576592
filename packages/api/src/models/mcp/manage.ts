import { randomUUID } from 'node:crypto';
import { transaction } from '@tandem/db';
import {
  type CreateMcpServer,
  isHarmless,
  MAX_SERVERS,
  type McpListing,
  type McpServer,
  type McpTool,
  type SetMcpTool,
  type UpdateMcpServer,
} from '@tandem/shared/mcp/schema';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { FetchRefused } from '../../core/fetch/types.ts';
import { parseOutsideUrl } from '../../core/fetch/url.ts';
import { say } from '../../core/language.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import type { Limit } from '../../core/limits/limiter.ts';
import { McpConnection } from './connect.ts';
import { McpFailure, mcpFailureOf } from './failure.ts';
import { presentServer, presentTool } from './mcp.presenter.ts';
import {
  countServers,
  deleteServer,
  findServers,
  findTool,
  findTools,
  insertServer,
  lockServer,
  type McpToolRow,
  requireApproval,
  storeListing,
  switchToolsOff,
  updateServer,
  updateTool,
} from './mcp.repo.ts';
import { inOrder } from './order.ts';
import { sealSecret } from './secrets.ts';
import { type ListedTool, readTools } from './tools.ts';

/** Reading the tools of one server, in milliseconds. */
const LIST_MS = 30_000;
/** Requests to arbitrary servers could be used by a hostile administrator to scan hosts. */
const refreshes: Limit = { name: 'mcp.refresh', max: 120, windowSeconds: 600 };

/** The team's servers of tools, by name. */
export async function listServers({ db, platform }: UserContext, teamId: string): Promise<McpServer[]> {
  return (await findServers(db, teamId)).map((row) => presentServer(platform, row));
}

/** The tools of one server as they were last read. @throws AppError `notFound` */
export async function listTools(ctx: UserContext, teamId: string, serverId: string): Promise<McpTool[]> {
  await serverOf(ctx, teamId, serverId);
  return (await findTools(ctx.db, serverId)).map(presentTool);
}

/**
 * Adds a server. Its tools are read by `refreshServer`, and enabled one by one.
 * @throws AppError `mcpUrl`, `mcpFull`
 */
export async function createServer(
  ctx: UserContext,
  teamId: string,
  { name, url: text, secret = null }: CreateMcpServer,
): Promise<McpServer> {
  const server = { id: randomUUID(), url: urlFrom(text) };
  await transaction(ctx.db, async (tx) => {
    if ((await countServers(tx, teamId)) >= MAX_SERVERS) throw new AppError('mcpFull', { most: MAX_SERVERS });
    await insertServer(tx, {
      ...server,
      teamId,
      name,
      secret: sealSecret(ctx.platform, server, secret),
      creatorId: ctx.actor.userId,
    });
    await recordAudit(tx, ctx, {
      teamId,
      action: 'mcp.create',
      target: { kind: 'mcp', id: server.id, name },
      detail: { url: server.url },
    });
  });
  return serverOf(ctx, teamId, server.id);
}

/** Changes a server. At another host its secret is forgotten and its tools are off. @throws AppError `notFound`, `mcpUrl` */
export async function updateServerOf(
  ctx: UserContext,
  teamId: string,
  { serverId, url: text, secret, ...values }: UpdateMcpServer,
): Promise<McpServer> {
  const url = text === undefined ? undefined : urlFrom(text);
  await transaction(ctx.db, async (tx) => {
    const held = await lockServer(tx, teamId, serverId);
    if (!held) throw new AppError('notFound');
    const server = { id: serverId, url: url ?? held.url };
    const isMoved = new URL(server.url).origin !== new URL(held.url).origin;
    // Another host must never get this one's secret, nor its trust.
    const sealed =
      secret === undefined ? (isMoved ? null : held.secret) : sealSecret(ctx.platform, server, secret);
    await updateServer(tx, serverId, { ...values, url: server.url, secret: sealed });
    if (isMoved) await switchToolsOff(tx, serverId);
    await recordAudit(tx, ctx, {
      teamId,
      action: 'mcp.update',
      target: { kind: 'mcp', id: serverId, name: values.name ?? held.name },
      detail: {
        ...values,
        ...(server.url !== held.url && { url: server.url }),
        ...(secret !== undefined && { accessChanged: true }),
      },
    });
  });
  return serverOf(ctx, teamId, serverId);
}

/** Forgets a server and its tools; assistants lose them. @throws AppError `notFound` */
export async function removeServer(ctx: UserContext, teamId: string, serverId: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const held = await lockServer(tx, teamId, serverId);
    if (!held) throw new AppError('notFound');
    await deleteServer(tx, serverId);
    await recordAudit(tx, ctx, {
      teamId,
      action: 'mcp.remove',
      target: { kind: 'mcp', id: serverId, name: held.name },
    });
  });
}

/**
 * Lists a server's tools and stores them: new ones are disabled. Tools whose description changed since they
 * were enabled, or that no longer claim to be harmless, require approval again.
 * @throws AppError `notFound`, `mcpFailed` with the reason, `tooManyRequests`
 */
export async function refreshServer(ctx: UserContext, teamId: string, serverId: string): Promise<McpListing> {
  await limitByActor(ctx, refreshes);
  const [server] = await findServers(ctx.db, teamId, serverId);
  if (!server) throw new AppError('notFound');
  const { tools, leftOut } = await readListing(ctx, server);
  const changed = await transaction(ctx.db, async (tx) => {
    const held = await lockServer(tx, teamId, serverId);
    // It was changed meanwhile: the answer may be another server's.
    if (!held) throw new AppError('notFound');
    if (held.url !== server.url) throw new AppError('conflict');
    const others = changedTools(await findTools(tx, serverId), tools);
    await storeListing(tx, serverId, tools);
    await requireApproval(
      tx,
      others.map(({ id }) => id),
    );
    return others.map(({ name }) => name);
  });
  return {
    server: await serverOf(ctx, teamId, serverId),
    tools: (await findTools(ctx.db, serverId)).map(presentTool),
    leftOut,
    changed,
  };
}

/**
 * Enables or disables a tool, or its approval.
 * @throws AppError `notFound`, `mcpUnacknowledged` when it may change things or reach outside and would run without
 * approval
 */
export async function setTool(
  ctx: UserContext,
  teamId: string,
  { toolId, acknowledged = false, ...values }: SetMcpTool,
): Promise<McpTool> {
  return transaction(ctx.db, async (tx) => {
    const found = await findTool(tx, teamId, toolId);
    // A refresh holds the server too: what is acknowledged must still be what the tool is.
    if (found) await lockServer(tx, teamId, found.serverId);
    const tool = found && (await findTool(tx, teamId, toolId));
    if (!tool) throw new AppError('notFound');
    if (values.needsApproval === false && tool.needsApproval && !isHarmless(tool) && !acknowledged)
      throw new AppError('mcpUnacknowledged', { tool: tool.title || tool.name });
    if (Object.values(values).some((value) => value !== undefined)) {
      await updateTool(tx, toolId, values);
      await recordAudit(tx, ctx, {
        teamId,
        action: 'mcp.tool',
        target: { kind: 'tool', id: toolId, name: `${tool.serverName}: ${tool.title || tool.name}` },
        detail: values,
      });
    }
    return presentTool({ ...tool, ...definedIn(values) });
  });
}

async function serverOf(ctx: UserContext, teamId: string, serverId: string): Promise<McpServer> {
  const [server] = await findServers(ctx.db, teamId, serverId);
  if (!server) throw new AppError('notFound');
  return presentServer(ctx.platform, server);
}

async function readListing(
  ctx: UserContext,
  server: { id: string; name: string; url: string; secret: Buffer | null },
): Promise<{ tools: ListedTool[]; leftOut: number }> {
  const signal = AbortSignal.timeout(LIST_MS);
  try {
    const connection = new McpConnection(ctx.platform, server);
    try {
      return await connection.use((session) => readTools(session, signal), signal);
    } finally {
      void connection.close();
    }
  } catch (error) {
    const failure = signal.aborted ? new McpFailure('timeout') : mcpFailureOf(error);
    ctx.log.info({ err: error, server: server.id }, 'a server of tools could not be read');
    const { detail } = failure;
    const reason = say(ctx.language, `error:mcp.${failure.reason}`, { detail });
    throw new AppError('mcpFailed', { server: server.name, reason }, failure);
  }
}

/** Tools that were there and are described otherwise now. */
function changedTools(held: readonly McpToolRow[], listed: readonly ListedTool[]): McpToolRow[] {
  const now = new Map(listed.map((tool) => [tool.name, tool]));
  return held.filter((tool) => {
    const other = now.get(tool.name);
    if (!other) return false;
    return (
      (isHarmless(tool) && !isHarmless(other)) ||
      tool.title !== other.title ||
      tool.description !== other.description ||
      // Tools named like built-in ones are not stored, so they are not compared either.
      sorted(inOrder(tool.inputSchema)) !== sorted(inOrder(other.inputSchema))
    );
  });
}

/** Returns JSON with sorted keys, since the database reorders them. */
function sorted(value: object): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

function definedIn<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** @throws AppError `mcpUrl` */
function urlFrom(text: string): string {
  try {
    const url = parseOutsideUrl(text);
    url.hash = '';
    return url.href;
  } catch (error) {
    if (error instanceof FetchRefused) throw new AppError('mcpUrl', {}, error);
    throw error;
  }
}
