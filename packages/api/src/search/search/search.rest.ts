import { type RestRow, row } from '../../core/rest/row.ts';

export const searchRows: RestRow[] = [
  row({
    verb: 'GET',
    path: '/api/search',
    summary: 'Names, documents, sources, comments and messages that hold all words of `query`, by kind',
    calls: 'search.find',
  }),
];
