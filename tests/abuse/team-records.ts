import { randomBytes, randomUUID } from 'node:crypto';
import type { Db } from '@tandem/db';
import { makeColleague, makeModel, makeProvider } from '@tandem/db/testing/factories/index';

/** Ids of a team's records other than apps and channels, for calls that name one. */
export interface TeamRecords {
  userId: number;
  invitationId: string;
  serverId: string;
  toolId: string;
  /** A provider of the team, switched off, and a model of it. */
  providerId: string;
  modelRowId: string;
  templateId: string;
}

export async function makeTeamRecords(db: Db, teamId: string, inviterId: number): Promise<TeamRecords> {
  const { id: userId } = await makeColleague(db, teamId);
  const { id: invitationId } = await db
    .insertInto('invitation')
    .values({
      teamId,
      email: `${randomUUID()}@example.test`,
      role: 'guest',
      inviterId,
      tokenHash: randomBytes(32),
      expiresAt: new Date(Date.now() + 60 * 60_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: serverId } = await db
    .insertInto('mcp_server')
    .values({ teamId, name: 'Tools', url: 'http://127.0.0.1:9/mcp', creatorId: inviterId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: toolId } = await db
    .insertInto('mcp_tool')
    .values({ serverId, name: 'tool', inputSchema: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: providerId } = await makeProvider(db, { teamId, enabled: false });
  const { id: modelRowId } = await makeModel(db, { providerId });
  const { id: templateId } = await db
    .insertInto('template')
    .values({
      ...{
        teamId,
        creatorId: inviterId,
        kind: 'assistant',
        category: 'other',
        name: 'Template',
        keywords: '[]',
      },
      content: JSON.stringify({ instructions: '', starters: [], tools: [] }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { userId, invitationId, serverId, toolId, providerId, modelRowId, templateId };
}
