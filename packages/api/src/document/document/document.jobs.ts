import type { JobDefinition } from '../../core/jobs.ts';
import { indexToEnd, indexWalkOf } from '../model/index.ts';
import { deleteOldReadings } from '../model/readings.repo.ts';

export const documentJobs: JobDefinition[] = [
  {
    name: 'document.forgetReadings',
    cron: '23 3 * * *',
    async run({ database, log }) {
      const readings = await deleteOldReadings(database.db);
      if (readings > 0) log.info({ readings }, 'old readings of documents forgotten');
    },
  },
  {
    name: 'document.index',
    // Does nothing once a process has gone through all documents.
    cron: '* * * * *',
    async run({ database: { db }, log }) {
      const documents = await indexToEnd(db, indexWalkOf(db), (documentId, err) =>
        log.warn({ err, documentId }, 'a document could not be read for searching'),
      );
      if (documents > 0) log.info({ documents }, 'long documents can be searched to their end');
    },
  },
];
