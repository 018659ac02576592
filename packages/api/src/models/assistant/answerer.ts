import type { Db } from '@tandem/db';
import type { CompiledQuery } from 'kysely';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { type ResolvedModel, usableModel } from '../provider/provider.service.ts';
import { type AnswererWanted, findingAnswerer, foundAnswerer } from './answerer.repo.ts';
import type { AssistantRow } from './assistant.repo.ts';

/** The assistant and model that answer, as they were when a message asked for it. */
export interface Answerer {
  assistant: AssistantRow;
  resolved: ResolvedModel;
}

/**
 * How to find out who answers: a statement, and what its rows mean. The model that is asked for overrides the
 * assistant's own, which in turn overrides the team's default.
 */
export interface AnswererSearch {
  statement: CompiledQuery<Record<string, unknown>>;
  /** @throws AppError `notFound` for a model that is not the team's, `noModel`, `notConfigured` */
  read(ctx: Pick<Context, 'db' | 'platform'>, rows: readonly Record<string, unknown>[]): Promise<Answerer>;
}

export function searchAnswerer(
  db: Db,
  { teamId, appId, assistantId, modelId }: AnswererWanted,
): AnswererSearch {
  const wanted = { teamId, appId, assistantId, modelId };
  return {
    statement: findingAnswerer(db, wanted),
    async read(ctx, [row]) {
      const found = foundAnswerer(row);
      if (!found) throw new AppError('notFound');
      const { assistant, offered } = found;
      const resolved = await usableModel(ctx, offered, {
        modelId: wanted.modelId ?? assistant.modelId,
        teamId: wanted.teamId,
        // Assistants write; what draws is asked for by name.
        kinds: wanted.modelId === null ? ['chat'] : ['chat', 'image'],
      });
      return { assistant, resolved };
    },
  };
}

/**
 * The assistant and model that answer: see `AnswererSearch`.
 * @throws AppError `notFound` for a model that is not the team's, `noModel`, `notConfigured`
 */
export async function answererFor(
  ctx: Pick<Context, 'db' | 'platform'>,
  wanted: AnswererWanted,
): Promise<Answerer> {
  const { statement, read } = searchAnswerer(ctx.db, wanted);
  const { rows } = await ctx.db.executeQuery(statement);
  return read(ctx, rows);
}
