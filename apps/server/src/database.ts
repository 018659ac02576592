import path from 'node:path';
import { connect, type Database } from '@tandem/db';
import { attachEmbedded, type EmbeddedOptions, startEmbedded } from '@tandem/db/embedded/index';
import type { Config } from './config/config.ts';

/** The database of an installation, and how to leave it. */
export interface OpenDatabase {
  database: Database;
  /** True when it came along: then no second server can exist. */
  embedded: boolean;
  /** Closes our connections, and stops the database if it is ours. */
  close(): Promise<void>;
}

/** Receivers of database messages. */
export interface DatabaseWords {
  /** Receives the embedded database's output, line by line. */
  log: (line: string) => void;
  /** The few sentences that the person at the terminal should see. */
  tell: (sentence: string) => void;
  onIdleError: (error: Error) => void;
}

/** Opens the configured database for a server; the embedded one is started. */
export function openDatabase(config: Config, words: DatabaseWords) {
  return open(config, startEmbedded, words);
}

/** Opens the configured database for a command, with or without a running server. */
export function openDatabaseForCommand(config: Config, tell: DatabaseWords['tell']) {
  return open(config, attachEmbedded, { log: () => {}, tell, onIdleError: () => {} });
}

async function open(
  { databaseUrl, settings }: Config,
  start: (options: EmbeddedOptions) => Promise<{ url: string; stop(): Promise<void> }>,
  { log, tell, onIdleError }: DatabaseWords,
): Promise<OpenDatabase> {
  if (databaseUrl !== null) {
    const database = connect({ url: databaseUrl, onIdleError });
    return { database, embedded: false, close: () => database.close() };
  }
  const embedded = await start({ dir: path.join(settings.dataDir, 'postgres'), log, tell });
  const database = connect({ url: embedded.url, onIdleError });
  return {
    database,
    embedded: true,
    async close() {
      await database.close();
      await embedded.stop();
    },
  };
}
