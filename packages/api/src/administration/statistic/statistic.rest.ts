import { type RestRow, row } from '../../core/rest/row.ts';

export const statisticRows: RestRow[] = [
  row({
    verb: 'GET',
    path: '/api/admin/statistics/total',
    summary: 'The current team in numbers, for its administrators: over `from` to `to`, days in UTC',
    calls: 'statistic.total',
  }),
];
