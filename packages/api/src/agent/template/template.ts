import type { AgentTemplate, ChosenAgentTemplate } from '@tandem/shared/agent/template';
import type { Language } from '@tandem/shared/user/schema';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { type Channel, type Edit, editFiles, newestFiles } from '../files/workspace.ts';
import { builtinAgentTemplates } from './builtin/index.ts';

/** The tasks that an agent can begin with, in a language. */
export function listAgentTemplates(language: Language): AgentTemplate[] {
  return builtinAgentTemplates.map(({ words, ...template }) => {
    const { files = {}, ...told } = words[language];
    return { ...template, ...told, files: Object.keys(files) };
  });
}

/**
 * Writes the files that a template brings, as an edit of the person, and returns its task for them to complete. What is
 * there already stays.
 * @throws AppError `notFound` for no template; `invalidInput` for a file that cannot stand beside the others; `conflict`
 *   when others kept changing files
 */
export async function chooseAgentTemplate(
  ctx: UserContext,
  channel: Channel,
  templateId: string,
): Promise<ChosenAgentTemplate> {
  const template = builtinAgentTemplates.find(({ id }) => id === templateId);
  if (!template) throw new AppError('notFound');
  const { task, files = {} } = template.words[ctx.language];
  const { manifestId, entries } = await newestFiles(ctx, channel.id);
  const paths = Object.keys(files);
  const kept = paths.filter((path) => entries.has(path));
  const edits = Object.entries(files).flatMap(([path, text]): Edit[] =>
    entries.has(path) ? [] : [{ do: 'write', path, content: { bytes: Buffer.from(text) } }],
  );
  const chosen = { task, mode: template.mode, kept, written: edits.map(({ path }) => path) };
  if (edits.length === 0) return { ...chosen, manifestId };
  const { id } = await editFiles(ctx, channel, edits, {
    authorId: ctx.actor.userId,
    judge: (newest) => {
      // Somebody wrote one of them since.
      if (edits.some(({ path }) => newest.has(path))) throw new AppError('conflict');
    },
  });
  return { ...chosen, manifestId: id };
}
