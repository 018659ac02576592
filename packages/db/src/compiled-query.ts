import type { CompiledQuery } from 'kysely';
import type { Db } from './database.ts';

/** Stands in a compiled query for a value that each run brings. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query that Kysely builds and compiles once, at its first run: for the queries of nearly every call, where that takes
 * longer than all else the process does for them.
 * @param build puts its values into the query and does nothing else with them: they only stand for those of each run, so
 *   that they can't be compared, counted or left out
 */
export function compiledQuery<Values extends object, Row>(
  build: (db: Db, values: Values) => CompiledQuery<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const statement = compiledStatement(build);
  return async (db, values) => {
    const { rows } = await db.executeQuery<Row>(statement(db, values));
    return rows;
  };
}

/** The same, to be run with others: see `inOneTrip`. */
export function compiledStatement<Values extends object, Row>(
  build: (db: Db, values: Values) => CompiledQuery<Row>,
): (db: Db, values: Values) => CompiledQuery<Row> {
  let compiled: CompiledQuery<Row> | null = null;
  return (db, values) => {
    compiled ??= build(db, placeholders<Values>());
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? Reflect.get(values, parameter.name) : parameter,
    );
    return { ...compiled, parameters };
  };
}

/** Has a placeholder for whatever name is asked for. */
function placeholders<Values extends object>(): Values {
  return new Proxy({}, { get: (_target, name) => new Placeholder(String(name)) }) as Values;
}
