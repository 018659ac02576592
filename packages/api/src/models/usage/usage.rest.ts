import { type RestRow, row } from '../../core/rest/row.ts';

export const usageRows: RestRow[] = [
  row({
    verb: 'GET',
    path: '/api/usage/list',
    summary: 'What one’s own answers took, newest first; amounts of money are millionths of a credit',
    calls: 'usage.page',
    crossOrigin: true,
  }),
];
