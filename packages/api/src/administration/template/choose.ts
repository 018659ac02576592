import { transaction } from '@tandem/db';
import { assistantAvatarSchema } from '@tandem/shared/assistant/avatar';
import type { ChosenTemplate } from '@tandem/shared/template/schema';
import { toolNames } from '../../ai/tools/tools.ts';
import type { UserContext } from '../../core/context.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import type { Limit } from '../../core/limits/limiter.ts';
import { createDocument } from '../../document/document/make.ts';
import { createAssistant } from '../../models/assistant/write.ts';
import { createApp } from '../../workspace/app/app.service.ts';
import type { Place } from '../../workspace/channel/channel.rules.ts';
import { readChannel } from '../../workspace/channel/channel.service.ts';
import { makeChannel } from '../../workspace/channel/create.ts';
import type { LoadedTemplate } from './template.presenter.ts';
import type { TemplatePlace } from './template.rules.ts';

const choices: Limit = { name: 'template.choose', max: 60, windowSeconds: 60 };

/**
 * Copies a template: an assistant of the actor's own, an app with its assistant and a first channel, or a
 * document. The copy is independent. A repeated `clientKey` returns the first app or document.
 * @throws AppError those of `createAssistant`, `createApp`, `createDocument` and `makeChannel`
 */
export async function chooseTemplate(
  ctx: UserContext,
  { template, place }: { template: LoadedTemplate; place: TemplatePlace },
  clientKey: string | undefined,
): Promise<ChosenTemplate> {
  await limitByActor(ctx, choices);
  if (place.kind === 'document') return chooseDocument(ctx, template, place.at, clientKey);
  if (place.kind === 'app') {
    const { teamId, spaceId } = place;
    return chooseApp(ctx, template, { teamId, spaceId }, clientKey);
  }
  const { name, description } = template;
  const values = { name, description, ...toldBy(template) };
  const assistant = await createAssistant(ctx, { teamId: place.teamId, appId: null }, values);
  return { kind: 'assistant', assistant };
}

async function chooseDocument(
  ctx: UserContext,
  { name, icon, content }: LoadedTemplate,
  place: Place,
  clientKey: string | undefined,
): Promise<ChosenTemplate> {
  const made = await createDocument(ctx, place, {
    ...{ name, icon, content: content.document ?? '', format: 'markdown', clientKey },
  });
  return { kind: 'document', channel: await readChannel(ctx.db, ctx.actor, made.id) };
}

function chooseApp(
  ctx: UserContext,
  template: LoadedTemplate,
  place: { teamId: string; spaceId: string },
  clientKey: string | undefined,
): Promise<ChosenTemplate> {
  const { userId } = ctx.actor;
  return transaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx };
    const { name, icon, description, content } = template;
    const app = await createApp(within, {
      ...{ ...place, userId, type: 'chat', name, icon, description, language: ctx.language },
      assistant: { ...toldBy(template), ...(content.assistantName && { name: content.assistantName }) },
      ...(clientKey !== undefined && { clientKey }),
    });
    const channel = await makeChannel(
      within,
      { teamId: place.teamId, appId: app.id, parentId: null },
      { kind: 'chat', name: '', clientKey },
    );
    return { kind: 'app', app, channel };
  });
}

/**
 * Returns the fields an assistant takes from a template, without tools that no longer exist and invalid
 * emoji.
 */
function toldBy({ icon, content }: LoadedTemplate) {
  const { instructions, starters, tools, parameters = {} } = content;
  return {
    avatar: assistantAvatarSchema.safeParse(icon).success ? icon : '',
    ...{ instructions, starters, parameters },
    tools: tools.filter((tool) => toolNames.includes(tool)),
  };
}
