import type { ChosenTemplate } from '@tandem/shared/template/schema';
import { queryClient } from '../../lib/query-client.ts';
import { api, trpc } from '../../lib/trpc.ts';
import { setExpanded } from '../workspace/expanded.ts';
import { pathOf } from '../workspace/path.ts';
import { applyAnswer } from '../workspace/store.ts';

/**
 * Makes a working copy of a template and shows it in the tree.
 * @param clientKey the same for every try of one press
 * @throws what the call does; the caller shows it
 * @returns where the copy is
 */
export async function chooseTemplate(
  templateId: string,
  spaceId: string | undefined,
  clientKey: string,
): Promise<{ chosen: ChosenTemplate; path: string }> {
  const chosen = await api.template.choose.mutate(
    { templateId, clientKey, ...(spaceId !== undefined && { spaceId }) },
    { context: { silent: true } },
  );
  if (chosen.kind === 'assistant') {
    void queryClient.invalidateQueries({ queryKey: trpc.assistant.pathKey() });
    return { chosen, path: `/assistant?id=${chosen.assistant.id}` };
  }
  const { app, channel } = chosen;
  applyAnswer({ apps: [app], channels: [channel] });
  setExpanded([app.spaceId, app.id], true);
  return { chosen, path: pathOf.channel(channel) };
}
