import { type RestRow, row } from '../../core/rest/row.ts';

export const homeRows: RestRow[] = [
  row({
    verb: 'GET',
    path: '/api/home/recent',
    summary: 'Channels that the reader opened or that were active last',
    calls: 'home.recent',
  }),
];
