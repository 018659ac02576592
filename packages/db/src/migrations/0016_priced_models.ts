import { type Kysely, sql } from 'kysely';

/**
 * A model without a price is refused under a budget. Models of an Ollama run on one's own machine: those whose price
 * nobody entered are free. What turns that have ended still held of budgets is let go of.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
update "model" set "inputPrice" = 0, "outputPrice" = 0, "imagePrice" = 0
  from "provider"
  where "provider"."id" = "model"."providerId" and "provider"."kind" = 'ollama'
    and "inputPrice" is null and "outputPrice" is null and "imagePrice" is null;
delete from "reservation" using "turn"
  where "turn"."id" = "reservation"."turnId" and "turn"."status" <> 'running';
`;
