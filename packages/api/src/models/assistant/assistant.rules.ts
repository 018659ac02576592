import type { Db } from '@tandem/db';
import type { AccessLevel } from '@tandem/shared/access/permissions';
import type { AppAction } from '../../access/policy/access.policy.ts';
import { appFor, type LoadedApp } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import { isFullMember } from '../../identity/team/team.policy.ts';
import { roleIn, teamRule } from '../../identity/team/team.service.ts';
import { type AssistantRow, assistantById } from './assistant.repo.ts';

/** An assistant with its reader's level: that on its app, or `manage` on their own. */
export interface LoadedAssistant extends AssistantRow {
  held: AccessLevel;
}

/**
 * Loads an assistant for a person who wants to view or edit it: an app's by their rights on the app, a
 * personal one for its owner alone, while they are in its team.
 * @throws AppError `notFound`, `forbidden`
 */
export async function loadAssistant(
  db: Db,
  { userId }: { userId: number },
  assistantId: string,
  action: Extract<AppAction, 'app.view' | 'app.edit'>,
): Promise<LoadedAssistant> {
  const assistant = await assistantById(db, assistantId);
  if (!assistant) throw new AppError('notFound');
  if (assistant.appId !== null) {
    const { held } = await appFor(db, { userId }, assistant.appId, action);
    return { ...assistant, held };
  }
  if (assistant.ownerId !== userId) throw new AppError('notFound');
  await roleIn(db, { userId }, assistant.teamId);
  return { ...assistant, held: 'manage' };
}

/** Guards a procedure by the right to see or change the assistant that `pick` names, as `ctx.assistant`. */
export function assistantRule<Input>(
  action: 'assistant.view' | 'assistant.edit',
  pick: (input: Input) => string,
): AccessRule<Input, { assistant: LoadedAssistant }> {
  const needed = action === 'assistant.view' ? 'app.view' : 'app.edit';
  return {
    action,
    check: async ({ db, actor }, input) => ({
      assistant: await loadAssistant(db, actor, pick(input), needed),
    }),
  };
}

/** Guards a change of one of an app's assistants: both are named, and belong together. */
export function assistantOfAppRule<Input extends { appId: string; assistantId: string }>(): AccessRule<
  Input,
  { app: LoadedApp; assistant: LoadedAssistant }
> {
  return {
    action: 'assistant.edit',
    check: async ({ db, actor }, { appId, assistantId }) => {
      const app = await appFor(db, actor, appId, 'app.edit');
      const assistant = await assistantById(db, assistantId);
      if (assistant?.appId !== appId) throw new AppError('notFound');
      return { app, assistant: { ...assistant, held: app.held } };
    },
  };
}

/** Guards copying an editable assistant into an editable app of the same team. */
export function shareRule<Input extends { appId: string; assistantId: string }>(): AccessRule<
  Input,
  { app: LoadedApp; assistant: LoadedAssistant }
> {
  return {
    action: 'assistant.share',
    check: async ({ db, actor }, { appId, assistantId }) => {
      const assistant = await loadAssistant(db, actor, assistantId, 'app.edit');
      const app = await appFor(db, actor, appId, 'app.edit');
      if (app.teamId !== assistant.teamId) throw new AppError('notFound');
      return { app, assistant };
    },
  };
}

/** Place of a tried assistant, where usage is counted. */
export interface TriedPlace {
  teamId: string;
  appId: string | null;
  assistant: AssistantRow | null;
}

/**
 * Guards trying a draft assistant: for people who may edit it, or create one in its place. Its check may be
 * repeated during the answer.
 */
export function tryRule<
  Input extends { assistantId?: string | undefined; appId?: string | undefined },
>(): AccessRule<Input, { place: TriedPlace }> {
  const own = teamRule<Input>('assistant.try', isFullMember);
  return {
    action: 'assistant.try',
    check: async (ctx: UserContext, input) => {
      const { assistantId, appId } = input;
      const app = appId === undefined ? null : await appFor(ctx.db, ctx.actor, appId, 'app.edit');
      if (assistantId !== undefined) {
        const assistant = await loadAssistant(ctx.db, ctx.actor, assistantId, 'app.edit');
        if (app && assistant.appId !== app.id) throw new AppError('notFound');
        return { place: { teamId: assistant.teamId, appId: assistant.appId, assistant } };
      }
      if (app) return { place: { teamId: app.teamId, appId: app.id, assistant: null } };
      const { team } = await own.check(ctx, input);
      return { place: { teamId: team.teamId, appId: null, assistant: null } };
    },
  };
}
