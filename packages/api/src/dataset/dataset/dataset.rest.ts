import type { Dataset } from '@tandem/shared/dataset/schema';
import type { Source } from '@tandem/shared/dataset/source';
import type { Page } from '@tandem/shared/pagination/schema';
import * as z from 'zod';
import { type RestRow, rawRow, row } from '../../core/rest/row.ts';
import { uploadToDataset } from '../source/upload.ts';

/** A source in the words of the REST contract. */
function restDocument({ kind, problem, sortKey: _sortKey, isOutdated: _isOutdated, ...source }: Source) {
  return { ...source, type: kind, error: problem };
}

/** Read-only keys of a dataset, so that an answer can be put back. */
const ignore = 'teamId appId kind icon sources pages size revision level abilities'.split(' ');

export const datasetRows: RestRow[] = [
  row<Dataset>({
    verb: 'PUT',
    path: '/api/dataset/{id}/info',
    summary: 'Changes the name or description of a dataset, and answers it in numbers',
    calls: 'dataset.update',
    rename: { id: 'datasetId' },
    ignore,
  }),
  row<Page<Source>>({
    verb: 'GET',
    path: '/api/dataset/{id}/document/-/list',
    summary: 'The sources of a dataset, from all folders: their state, pages, and pages that can be searched',
    calls: 'source.page',
    rename: { id: 'datasetId' },
    output: ({ list, pagination }) => ({ list: list.map(restDocument), pagination }),
  }),
  row({
    verb: 'GET',
    path: '/api/dataset/{id}/document/{docId}/page/-/list',
    summary: 'The pages of a source that were read so far: their labels and texts',
    calls: 'source.pagesPage',
    rename: { id: 'datasetId', docId: 'sourceId' },
  }),
  rawRow.signedIn({
    verb: 'POST',
    path: '/api/files/upload/dataset',
    summary:
      'Takes in files of a dataset, in the repeated field `file`; the field `datasetId` or `appId` before them says of ' +
      'which, or where to make one. Without either it is one of the caller’s own',
    takesFile: true,
    input: z.strictObject({}),
    async handle(ctx, _input, http) {
      const { dataset, documents } = await uploadToDataset(ctx, http);
      return { dataset, documents: documents.map(restDocument) };
    },
  }),
];
