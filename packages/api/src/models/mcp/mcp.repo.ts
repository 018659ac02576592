import type { Db } from '@tandem/db';
import type { McpServerTable, McpToolTable } from '@tandem/db/tables/mcp';
import { isHarmless } from '@tandem/shared/mcp/schema';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { withOrder } from './order.ts';
import type { ListedTool } from './tools.ts';

export type McpServerRow = Selectable<McpServerTable>;
export type McpToolRow = Selectable<McpToolTable>;
/** A server with how many tools it has, and how many are switched on. */
export type CountedServer = McpServerRow & { toolCount: number; enabledCount: number };

/** Servers of a team, by name; one only if it is named. */
export function findServers(db: Db, teamId: string, serverId?: string): Promise<CountedServer[]> {
  return db
    .selectFrom('mcp_server')
    .leftJoin('mcp_tool', (join) =>
      join.onRef('mcp_tool.serverId', '=', 'mcp_server.id').on('mcp_tool.isListed', '=', true),
    )
    .selectAll('mcp_server')
    .select((eb) => [
      eb.fn.count<number>('mcp_tool.id').as('toolCount'),
      eb.fn.count<number>('mcp_tool.id').filterWhere('mcp_tool.enabled', '=', true).as('enabledCount'),
    ])
    .where('mcp_server.teamId', '=', teamId)
    .$if(serverId !== undefined, (query) => query.where('mcp_server.id', '=', serverId as string))
    .groupBy('mcp_server.id')
    .orderBy(sql`lower("mcp_server"."name")`)
    .orderBy('mcp_server.id')
    .execute();
}

/** Locks the team's row to serialise additions, and counts its servers. */
export async function countServers(tx: Db, teamId: string): Promise<number> {
  await tx.selectFrom('team').select('id').where('id', '=', teamId).forUpdate().execute();
  const { count } = await tx
    .selectFrom('mcp_server')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('teamId', '=', teamId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertServer(tx: Db, values: Insertable<McpServerTable>): Promise<void> {
  await tx.insertInto('mcp_server').values(values).execute();
}

/** A team's server, locked until the transaction ends. */
export async function lockServer(tx: Db, teamId: string, serverId: string): Promise<McpServerRow | null> {
  const found = await tx
    .selectFrom('mcp_server')
    .selectAll()
    .where('id', '=', serverId)
    .where('teamId', '=', teamId)
    .forUpdate()
    .executeTakeFirst();
  return found ?? null;
}

export async function updateServer(tx: Db, id: string, values: Updateable<McpServerTable>): Promise<void> {
  await tx.updateTable('mcp_server').set(values).where('id', '=', id).execute();
}

export async function deleteServer(tx: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('mcp_server').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Disables every tool of a server, to be enabled again one by one. */
export async function switchToolsOff(tx: Db, serverId: string): Promise<void> {
  await tx
    .updateTable('mcp_tool')
    .set({ enabled: false, needsApproval: true })
    .where('serverId', '=', serverId)
    .execute();
}

/** A server's tools: those it names first, then those it named once and that are still on. */
export function findTools(db: Db, serverId: string): Promise<McpToolRow[]> {
  return db
    .selectFrom('mcp_tool')
    .selectAll()
    .where('serverId', '=', serverId)
    .orderBy('isListed', 'desc')
    .orderBy('name')
    .execute();
}

/** A tool of one of the team's servers. */
export async function findTool(
  db: Db,
  teamId: string,
  toolId: string,
): Promise<(McpToolRow & { serverName: string }) | null> {
  const found = await db
    .selectFrom('mcp_tool')
    .innerJoin('mcp_server', 'mcp_server.id', 'mcp_tool.serverId')
    .selectAll('mcp_tool')
    .select('mcp_server.name as serverName')
    .where('mcp_tool.id', '=', toolId)
    .where('mcp_server.teamId', '=', teamId)
    .executeTakeFirst();
  return found ?? null;
}

export async function updateTool(
  tx: Db,
  id: string,
  values: { enabled?: boolean; needsApproval?: boolean },
): Promise<void> {
  await tx.updateTable('mcp_tool').set(values).where('id', '=', id).execute();
}

/** Stores a server's listing; tools it no longer names keep their row, unlisted. */
export async function storeListing(tx: Db, serverId: string, tools: readonly ListedTool[]): Promise<void> {
  await tx.updateTable('mcp_tool').set({ isListed: false }).where('serverId', '=', serverId).execute();
  if (tools.length > 0)
    await tx
      .insertInto('mcp_tool')
      .values(
        tools.map(({ inputSchema, ...tool }) => ({
          ...tool,
          serverId,
          inputSchema: JSON.stringify(withOrder(inputSchema)),
          needsApproval: !isHarmless(tool),
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['serverId', 'name']).doUpdateSet((eb) => ({
          title: eb.ref('excluded.title'),
          description: eb.ref('excluded.description'),
          inputSchema: eb.ref('excluded.inputSchema'),
          readOnly: eb.ref('excluded.readOnly'),
          openWorld: eb.ref('excluded.openWorld'),
          isListed: true,
        })),
      )
      .execute();
  await tx.updateTable('mcp_server').set({ listedAt: sql`now()` }).where('id', '=', serverId).execute();
}

export async function requireApproval(tx: Db, toolIds: readonly string[]): Promise<void> {
  if (toolIds.length === 0) return;
  await tx.updateTable('mcp_tool').set({ needsApproval: true }).where('id', 'in', toolIds).execute();
}

/** Selects tools that assistants of a team may call now, with their servers. */
function usable(db: Db, teamId: string) {
  return db
    .selectFrom('mcp_tool')
    .innerJoin('mcp_server', 'mcp_server.id', 'mcp_tool.serverId')
    .where('mcp_server.teamId', '=', teamId)
    .where('mcp_server.enabled', '=', true)
    .where('mcp_tool.enabled', '=', true)
    .where('mcp_tool.isListed', '=', true);
}

export function findUsableTools(db: Db, teamId: string) {
  return usable(db, teamId)
    .select([
      'mcp_tool.id',
      'mcp_tool.name',
      'mcp_tool.title',
      'mcp_tool.description',
      'mcp_tool.needsApproval',
      'mcp_server.name as serverName',
    ])
    .orderBy(sql`lower("mcp_server"."name")`)
    .orderBy('mcp_server.id')
    .orderBy('mcp_tool.name')
    .execute();
}

/** Returns those of these tools that may be called now, with everything a call needs. */
export function findCallable(db: Db, teamId: string, toolIds: readonly string[]) {
  return usable(db, teamId)
    .selectAll('mcp_tool')
    .select([
      'mcp_server.name as serverName',
      'mcp_server.url as serverUrl',
      'mcp_server.secret as serverSecret',
    ])
    .where('mcp_tool.id', 'in', toolIds)
    .orderBy('mcp_tool.serverId')
    .orderBy('mcp_tool.name')
    .execute();
}
