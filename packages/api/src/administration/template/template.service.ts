import type { Page } from '@tandem/shared/pagination/schema';
import { fold } from '@tandem/shared/search/words';
import type { TeamRole } from '@tandem/shared/team/schema';
import {
  type ListTemplates,
  type TemplateCategoryCount,
  type TemplateSummary,
  templateCategories,
} from '@tandem/shared/template/schema';
import type { UserContext } from '../../core/context.ts';
import { say } from '../../core/language.ts';
import { isFullMember } from '../../identity/team/team.policy.ts';
import { type BuiltinTemplate, builtinTemplates } from './builtin/index.ts';
import { presentSummary, readBuiltin, readSaved } from './template.presenter.ts';
import { countTeamTemplates, teamTemplates } from './template.repo.ts';

interface Team {
  teamId: string;
  role: TeamRole;
}

/** Words of a query that are looked for; the rest of a longer one is left out. */
const MAX_WORDS = 16;

function wordsOf(keyword: string): string[] {
  return fold(keyword).split(/\s+/u).filter(Boolean).slice(0, MAX_WORDS);
}

/** Searchable text of each built-in template: its words in every language. */
const found = new Map(
  builtinTemplates.map(({ id, category, words }) => [
    id,
    fold(
      Object.values(words)
        .flatMap(({ name, description, keywords }) => [category, name, description, ...keywords])
        .join('\n'),
    ),
  ]),
);

type Filter = Omit<ListTemplates, 'pagination'>;

function builtinsFor({ group, kind, category, keyword = '' }: Filter): BuiltinTemplate[] {
  if (group === 'team') return [];
  const words = wordsOf(keyword);
  return builtinTemplates.filter(
    (template) =>
      (kind === undefined || template.kind === kind) &&
      (category === undefined || template.category === category) &&
      words.every((word) => found.get(template.id)?.includes(word)),
  );
}

/** Lists the templates a person may use, their team's first, by numbered pages. */
export async function listTemplates(
  ctx: UserContext,
  { teamId, role }: Team,
  { pagination: { currentPage, pageSize }, ...filter }: ListTemplates,
): Promise<Page<TemplateSummary>> {
  const { group, kind, category, keyword = '' } = filter;
  const search = { teamId, kind, category, words: wordsOf(keyword) };
  const ofTeam = group !== 'tandem' && isFullMember(role);
  const offset = (currentPage - 1) * pageSize;
  const [counts, rows] = ofTeam
    ? await Promise.all([
        countTeamTemplates(ctx.db, search),
        teamTemplates(ctx.db, search, { limit: pageSize, offset }),
      ])
    : [new Map(), []];
  const saved = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const builtins = builtinsFor(filter);
  const from = Math.max(0, offset - saved);
  const rest = builtins.slice(from, from + pageSize - rows.length);
  const reader = { userId: ctx.actor.userId, role };
  return {
    list: [
      ...rows.map((row) => presentSummary(readSaved(row, reader))),
      ...rest.map((template) => presentSummary(readBuiltin(template, ctx.language, reader))),
    ],
    pagination: { currentPage, pageSize, total: saved + builtins.length },
  };
}

/** The categories in which there are templates, with how many. */
export async function listCategories(
  ctx: UserContext,
  { teamId, role }: Team,
): Promise<TemplateCategoryCount[]> {
  const counts = isFullMember(role) ? await countTeamTemplates(ctx.db, { teamId, words: [] }) : new Map();
  return templateCategories.flatMap((id) => {
    const count = (counts.get(id) ?? 0) + builtinsFor({ category: id }).length;
    return count > 0 ? [{ id, name: say(ctx.language, `template:category.${id}`), count }] : [];
  });
}
