import type { Db } from '@tandem/db';
import {
  type AskedRange,
  type Spender,
  type SpendingApp,
  type SpendingModel,
  type SpendingPerson,
  type StatisticTotal,
  TOP,
} from '@tandem/shared/statistic/schema';
import type { Language } from '@tandem/shared/user/schema';
import type { Context } from '../../core/context.ts';
import { say } from '../../core/language.ts';
import type { OwnTeam } from '../../identity/team/member.ts';
import { markOf } from '../../models/usage/mark.repo.ts';
import { piecesOf, rangeBefore, rangeOf, today } from '../../models/usage/range.ts';
import { namedApps, namedModels, namedPeople } from './names.repo.ts';
import { presentDays, sumOf } from './statistic.presenter.ts';
import {
  countsOf,
  grownSince,
  messagesByDay,
  type Spent,
  sizesByDay,
  topOf,
  usageByDay,
} from './statistic.repo.ts';

/** Stands for a missing id in the grouping. */
const NONE = '00000000-0000-0000-0000-000000000000';

/**
 * Returns a team's statistics: its sizes, the usage of a range and of the one before, day by day, and the
 * largest users, apps and models. Contains names and sizes only, no content.
 * @throws AppError `invalidInput` for an invalid range
 */
export async function totalOf(
  { db, language }: Pick<Context, 'db' | 'language'>,
  { teamId }: OwnTeam,
  asked: AskedRange,
): Promise<StatisticTotal> {
  const range = rangeOf(asked, today());
  const previous = rangeBefore(range);
  const both = { from: previous.from, to: range.to };
  const mark = await markOf(db);
  const pieces = piecesOf(range, mark);
  const [usage, messages, noted, now, grown, people, apps, models] = await Promise.all([
    usageByDay(db, teamId, both, mark),
    messagesByDay(db, teamId, both, mark),
    sizesByDay(db, teamId, range),
    countsOf(db, teamId),
    grownSince(db, teamId, mark),
    topOf(db, teamId, 'user', pieces, TOP),
    topOf(db, teamId, 'app', pieces, TOP),
    topOf(db, teamId, 'model', pieces, TOP),
  ]);
  const counted = {
    usage: new Map(usage.map(({ day, ...row }) => [day, row])),
    messages: new Map(messages.map((row) => [row.day, row.messages])),
  };
  const standing = { now, noted: new Map(noted.map(({ day, ...row }) => [day, row])), mark, grown };
  const [namedBy, namedIn, namedAs] = await Promise.all([
    presentPeople(db, people),
    presentApps(db, teamId, apps, language),
    presentModels(db, models),
  ]);
  return {
    ...range,
    previous,
    now,
    active: people[0]?.all ?? 0,
    total: sumOf(counted, range),
    before: sumOf(counted, previous),
    days: presentDays(counted, standing, range),
    people: namedBy,
    apps: namedIn,
    models: namedAs,
  };
}

const spenderOf = ({ cost, turns, failures, tokens }: Spent): Spender => ({ cost, turns, failures, tokens });

async function presentPeople(db: Db, spent: readonly Spent[]): Promise<SpendingPerson[]> {
  const named = await namedPeople(
    db,
    spent.map(({ key }) => Number(key)),
  );
  return spent.map((row) => {
    const { name = '', avatar = '' } = named.get(Number(row.key)) ?? {};
    return { id: Number(row.key), name, avatar, ...spenderOf(row) };
  });
}

/** Personal apps are named by their member: only the member may see the app's own name. */
async function presentApps(
  db: Db,
  teamId: string,
  spent: readonly Spent[],
  language: Language,
): Promise<SpendingApp[]> {
  const named = await namedApps(
    db,
    teamId,
    spent.map(({ key }) => key),
  );
  return spent.map((row) => {
    const { name = null, icon = '', type = null, personalTo = null } = named.get(row.key) ?? {};
    const told =
      personalTo === null
        ? { name, icon }
        : { name: `${say(language, 'common:starter.personal')} · ${personalTo}`, icon: '' };
    return { id: row.key === NONE ? null : row.key, ...told, type, ...spenderOf(row) };
  });
}

async function presentModels(db: Db, spent: readonly Spent[]): Promise<SpendingModel[]> {
  const named = await namedModels(
    db,
    spent.map(({ key }) => key),
  );
  return spent.map((row) => {
    const { name = null, provider = '' } = named.get(row.key) ?? {};
    return { id: row.key === NONE ? null : row.key, name, provider, ...spenderOf(row) };
  });
}
