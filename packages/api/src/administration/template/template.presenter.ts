import type { TeamRole } from '@tandem/shared/team/schema';
import type { Template, TemplateContent, TemplateSummary } from '@tandem/shared/template/schema';
import type { Language } from '@tandem/shared/user/schema';
import type { BuiltinTemplate } from './builtin/index.ts';
import { mayOnTemplate, type TemplateFacts } from './template.policy.ts';
import type { TemplateRow } from './template.repo.ts';

/** A template of either group with its content. */
export interface LoadedTemplate extends TemplateSummary {
  content: TemplateContent;
}

/** Presents a built-in template in the reader's language. */
export function readBuiltin(
  { id, kind, category, icon, tools, words }: BuiltinTemplate,
  language: Language,
  reader: { userId: number; role: TeamRole },
): LoadedTemplate {
  const { name, description, keywords, ...content } = words[language];
  return {
    ...{ id, group: 'tandem', kind, category, name, description, icon, keywords },
    creator: null,
    createdAt: null,
    abilities: abilitiesOf({ group: 'tandem', creatorId: null }, reader),
    content: { ...content, tools },
  };
}

/** Presents a template saved by the reader's team. */
export function readSaved(row: TemplateRow, reader: { userId: number; role: TeamRole }): LoadedTemplate {
  const { id, kind, category, name, description, icon, keywords, content, creatorId, createdAt } = row;
  return {
    ...{ id, group: 'team', kind, category, name, description, icon, keywords, createdAt, content },
    creator: { id: creatorId, name: row.creatorName, avatar: row.creatorAvatar },
    abilities: abilitiesOf({ group: 'team', creatorId }, reader),
  };
}

function abilitiesOf(template: TemplateFacts, reader: { userId: number; role: TeamRole }) {
  return {
    choose: mayOnTemplate(template, reader, 'template.choose'),
    remove: mayOnTemplate(template, reader, 'template.remove'),
  };
}

/** Presents a template without its content. */
export function presentSummary({ content: _, ...summary }: LoadedTemplate): TemplateSummary {
  return summary;
}

/** Presents a template with its content. */
export function presentTemplate({ content, ...summary }: LoadedTemplate): Template {
  const { instructions, starters, tools, document = '' } = content;
  return { ...summary, instructions, starters, tools, document };
}
