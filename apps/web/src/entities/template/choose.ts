import type { ChosenTemplate, Template } from '@tandem/shared/template/schema';
import { api, cached } from '../../lib/trpc.ts';
import { setExpanded } from '../workspace/expanded.ts';
import { pathOf } from '../workspace/path.ts';
import { applyAnswer, useWorkspace } from '../workspace/store.ts';

/** Where a copy will be created, as far as chosen. */
export interface ChosenPlace {
  spaceId?: string | undefined;
  appId?: string | undefined;
  parentId?: string | null | undefined;
}

/**
 * Makes a working copy of a template and shows it in the tree.
 * @param clientKey the same for every try of one press
 * @throws what the call does; the caller shows it
 * @returns where the copy is
 */
export async function chooseTemplate(
  templateId: string,
  place: ChosenPlace,
  clientKey: string,
): Promise<{ chosen: ChosenTemplate; path: string }> {
  const chosen = await api.template.choose.mutate(
    { templateId, clientKey, ...place },
    { context: { silent: true } },
  );
  if (chosen.kind === 'assistant') {
    void cached.assistant.invalidate();
    return { chosen, path: `/assistant?id=${chosen.assistant.id}` };
  }
  if (chosen.kind === 'app') {
    const { app, channel } = chosen;
    applyAnswer({ apps: [app], channels: [channel] });
    setExpanded([app.spaceId, app.id], true);
    return { chosen, path: pathOf.channel(channel) };
  }
  const { channel } = chosen;
  applyAnswer({ channels: [channel] });
  setExpanded([channel.parentId ?? channel.appId], true);
  return { chosen, path: pathOf.channel(channel) };
}

/**
 * A template with its content.
 * @throws the call's error, which the caller shows
 */
export function templateOf(templateId: string): Promise<Template> {
  return cached.template.get.fetch({ templateId }, { trpc: { context: { silent: true } } });
}

/**
 * Fills an empty document from a template, for everyone who has it open, and gives it the template's name
 * unless it has one.
 * @throws the calls' errors, which the caller shows
 */
export async function fillDocument(
  documentId: string,
  { name, icon, document }: Pick<Template, 'name' | 'icon' | 'document'>,
): Promise<void> {
  const silent = { context: { silent: true } };
  await api.document.append.mutate({ documentId, content: document, format: 'markdown' }, silent);
  const channel = useWorkspace.getState().tree.channels.get(documentId);
  const values = { ...(!channel?.name && { name }), ...(!channel?.icon && { icon }) };
  if (Object.keys(values).length === 0) return;
  applyAnswer({ channels: [await api.channel.update.mutate({ channelId: documentId, ...values }, silent)] });
}
