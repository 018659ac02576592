import type { TeamRole } from '@tandem/shared/team/schema';
import type { ChooseTemplate, SaveTemplate } from '@tandem/shared/template/schema';
import { appFor, type LoadedApp } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import { isFullMember } from '../../identity/team/team.policy.ts';
import { teamRule } from '../../identity/team/team.service.ts';
import { type LoadedAssistant, loadAssistant } from '../../models/assistant/assistant.rules.ts';
import { type Place, placeFor } from '../../workspace/channel/channel.rules.ts';
import { placeForApp } from '../../workspace/space/space.service.ts';
import { builtinTemplates } from './builtin/index.ts';
import { mayOnTemplate, type TemplateAction } from './template.policy.ts';
import { type LoadedTemplate, readBuiltin, readSaved } from './template.presenter.ts';
import { teamTemplateById } from './template.repo.ts';

interface OfTeam {
  team: { teamId: string; role: TeamRole };
}

async function loadTemplate(
  { db, actor, language }: UserContext,
  { teamId, role }: OfTeam['team'],
  templateId: string,
): Promise<LoadedTemplate> {
  const builtin = builtinTemplates.find(({ id }) => id === templateId);
  const reader = { userId: actor.userId, role };
  if (builtin) return readBuiltin(builtin, language, reader);
  const row = await teamTemplateById(db, teamId, templateId);
  if (!row || !mayOnTemplate({ group: 'team', creatorId: row.creatorId }, reader, 'template.view'))
    throw new AppError('notFound');
  return readSaved(row, reader);
}

/**
 * Guards a procedure by an action on the template that `pick` names, one that comes along or one of the actor's
 * current team; the operation receives `ctx.template`.
 */
export function templateRule<Input>(
  action: TemplateAction,
  pick: (input: Input) => string,
): AccessRule<Input, OfTeam & { template: LoadedTemplate }> {
  const { check } = teamRule<Input>(action);
  return {
    action,
    async check(ctx, input) {
      const { team } = await check(ctx, input);
      const template = await loadTemplate(ctx, team, pick(input));
      if (action === 'template.remove' && !template.abilities.remove) throw new AppError('forbidden');
      return { team, template };
    },
  };
}

/** Destination of a template's copy. */
export type TemplatePlace =
  /** Among the person's own. */
  | { kind: 'assistant'; teamId: string }
  | { kind: 'app'; teamId: string; spaceId: string }
  | { kind: 'document'; teamId: string; at: Place };

/**
 * Guards the use of a template: a full member creates an assistant of their own, or an app or document where
 * they may. A named destination is checked whatever the template creates, and must belong to the current
 * team.
 */
export function chooseRule(): AccessRule<ChooseTemplate, { template: LoadedTemplate; place: TemplatePlace }> {
  const viewing = templateRule<ChooseTemplate>('template.view', ({ templateId }) => templateId);
  const placing = placeForApp<ChooseTemplate>(({ spaceId }) => spaceId);
  return {
    action: 'template.choose',
    async check(ctx, input) {
      const { team, template } = await viewing.check(ctx, input);
      if (!isFullMember(team.role)) throw new AppError('forbidden');
      const { teamId } = team;
      const at = await placeOfDocument(ctx, input);
      const space =
        template.kind === 'app' || input.spaceId !== undefined
          ? (await placing.check(ctx, input)).place
          : null;
      if ([at, space].some((place) => place && place.teamId !== teamId)) throw new AppError('notFound');
      if (template.kind === 'app' && space)
        return { template, place: { kind: 'app', teamId, spaceId: space.spaceId } };
      if (template.kind !== 'document') return { template, place: { kind: 'assistant', teamId } };
      if (!at) throw new AppError('invalidInput', { reason: 'needs appId' });
      return { template, place: { kind: 'document', teamId, at } };
    },
  };
}

async function placeOfDocument(
  { db, actor }: UserContext,
  { appId, parentId }: ChooseTemplate,
): Promise<Place | null> {
  if (appId !== undefined) return placeFor(db, actor, { appId, parentId });
  if (parentId) throw new AppError('invalidInput', { reason: 'needs appId with parentId' });
  return null;
}

/** The source of a template. */
export type TemplateSource =
  | { kind: 'assistant'; assistant: LoadedAssistant }
  | { kind: 'app'; app: LoadedApp };

/**
 * Guards saving for the team: a full member, and exactly one assistant or app of the current team that they
 * may edit.
 */
export function saveRule(): AccessRule<SaveTemplate, OfTeam & { source: TemplateSource }> {
  const { action, check } = teamRule<SaveTemplate>('template.save');
  return {
    action,
    async check(ctx, input) {
      const { team } = await check(ctx, input);
      const source = await sourceOf(ctx, input);
      const from = source.kind === 'app' ? source.app : source.assistant;
      if (from.teamId !== team.teamId) throw new AppError('notFound');
      if (!isFullMember(team.role)) throw new AppError('forbidden');
      return { team, source };
    },
  };
}

async function sourceOf({ db, actor }: UserContext, input: SaveTemplate): Promise<TemplateSource> {
  const { appId, assistantId } = input;
  // Both are checked if both are named, so that naming two reveals nothing of either.
  const app = appId === undefined ? null : await appFor(db, actor, appId, 'app.edit');
  const assistant =
    assistantId === undefined ? null : await loadAssistant(db, actor, assistantId, 'app.edit');
  if (app && !assistant) return { kind: 'app', app };
  if (assistant && !app) return { kind: 'assistant', assistant };
  throw new AppError('invalidInput', { reason: 'needs either assistantId or appId' });
}
