import process from 'node:process';
import { type Config, configFromProcess, wantsStack } from '../config/config.ts';
import { type OpenDatabase, openDatabaseForCommand } from '../database.ts';
import { explain } from '../explain.ts';

/** Scope of a command: the configuration, and the database with or without a running server. */
export interface CommandScope {
  config: Config;
  opened: OpenDatabase;
  say(line: string): void;
}

/** Runs a command from the terminal: opens the database, and ends the process with 0, or 1 and a sentence. */
export async function runCommand(work: (scope: CommandScope) => Promise<void>): Promise<void> {
  let opened: OpenDatabase | undefined;
  try {
    const config = configFromProcess();
    opened = await openDatabaseForCommand(config, (sentence) => console.log(sentence));
    await work({ config, opened, say: (line) => console.log(line) });
  } catch (error) {
    for (const line of explain(error, { withStack: wantsStack() })) console.error(line);
    process.exitCode = 1;
  } finally {
    await opened?.close();
  }
}
