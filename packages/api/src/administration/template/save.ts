import { transaction } from '@tandem/db';
import { readAvatar } from '@tandem/shared/assistant/avatar';
import type { TeamRole } from '@tandem/shared/team/schema';
import {
  MAX_TEAM_TEMPLATES,
  type SaveTemplate,
  type Template,
  type TemplateContent,
} from '@tandem/shared/template/schema';
import { recordAudit } from '../../access/audit/audit.service.ts';
import { toolNames } from '../../ai/tools/tools.ts';
import { insertOnce } from '../../core/client-key.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import type { Limit } from '../../core/limits/limiter.ts';
import { type AssistantRow, assistantFor } from '../../models/assistant/assistant.service.ts';
import { type LoadedTemplate, presentTemplate, readSaved } from './template.presenter.ts';
import {
  countTeamTemplates,
  deleteTemplate,
  insertTemplate,
  lockTemplates,
  teamTemplateById,
  templateByClientKey,
} from './template.repo.ts';
import type { TemplateSource } from './template.rules.ts';

const saves: Limit = { name: 'template.save', max: 30, windowSeconds: 60 };

interface Team {
  teamId: string;
  role: TeamRole;
}

/**
 * Saves an assistant or app, as it is now, as a template of the team. Copies what its readers see: no id,
 * model, file, grant or tool of others. A repeated `clientKey` returns the first.
 * @throws AppError `tooManyTemplates`, `conflict` when the key was used in another team
 */
export async function saveTemplate(
  ctx: UserContext,
  { team, source }: { team: Team; source: TemplateSource },
  input: SaveTemplate,
): Promise<Template> {
  await limitByActor(ctx, saves);
  const { userId } = ctx.actor;
  const id = await insertOnce(
    ctx.db,
    {
      clientKey: input.clientKey,
      find: (db, key) => templateByClientKey(db, userId, key),
      isHere: ({ teamId }) => teamId === team.teamId,
    },
    () => insertFrom(ctx, team, source, input),
  );
  const row = await teamTemplateById(ctx.db, team.teamId, id);
  if (!row) throw new AppError('conflict');
  return presentTemplate(readSaved(row, { userId, role: team.role }));
}

async function insertFrom(
  ctx: UserContext,
  { teamId }: Team,
  source: TemplateSource,
  input: SaveTemplate,
): Promise<string | null> {
  const isApp = source.kind === 'app';
  const assistant = isApp
    ? await assistantFor(ctx, { appId: source.app.id, assistantId: null })
    : source.assistant;
  const from = isApp ? source.app : source.assistant;
  const icon = isApp ? source.app.icon : signOf(assistant);
  const { name, category, description = from.description, clientKey = null } = input;
  return transaction(ctx.db, async (tx) => {
    await lockTemplates(tx, teamId);
    const counts = await countTeamTemplates(tx, { teamId, words: [] });
    if ([...counts.values()].reduce((sum, count) => sum + count, 0) >= MAX_TEAM_TEMPLATES)
      throw new AppError('tooManyTemplates', { count: MAX_TEAM_TEMPLATES });
    const id = await insertTemplate(tx, {
      ...{ teamId, creatorId: ctx.actor.userId, kind: source.kind, name, category, description, clientKey },
      icon: input.icon ?? icon,
      keywords: JSON.stringify(input.keywords ?? []),
      content: JSON.stringify(contentOf(assistant, isApp)),
    });
    if (id !== null)
      await recordAudit(tx, ctx, {
        teamId,
        action: 'template.create',
        target: { kind: 'template', id, name },
        detail: { kind: source.kind, category, from: from.name },
      });
    return id;
  });
}

/** A picture is a file, and stays where it is. */
function signOf({ avatar }: AssistantRow): string {
  const view = readAvatar(avatar);
  return view.kind === 'sign' ? view.emoji : '';
}

function contentOf(
  { name, instructions, starters, tools, parameters }: AssistantRow,
  named: boolean,
): TemplateContent {
  return {
    ...{ instructions, starters, parameters },
    tools: tools.filter((tool) => toolNames.includes(tool)),
    ...(named && { assistantName: name }),
  };
}

/**
 * Removes a team's template; copies stay.
 * @throws AppError `notFound` when it is gone
 */
export async function removeTemplate(
  ctx: UserContext,
  { teamId }: Team,
  { id, name, kind, category }: LoadedTemplate,
): Promise<null> {
  await transaction(ctx.db, async (tx) => {
    if (!(await deleteTemplate(tx, id))) throw new AppError('notFound');
    await recordAudit(tx, ctx, {
      teamId,
      action: 'template.remove',
      target: { kind: 'template', id, name },
      detail: { kind, category },
    });
  });
  return null;
}
