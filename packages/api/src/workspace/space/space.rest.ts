import { type RestRow, row } from '../../core/rest/row.ts';

export const spaceRows: RestRow[] = [
  row({
    verb: 'GET',
    path: '/api/space/list',
    summary: "The current team's spaces with the apps that the reader may see",
    calls: 'space.list',
  }),
  row({
    verb: 'PUT',
    path: '/api/space/-/changeSort',
    summary: 'Gives spaces and apps new places, all or none',
    calls: 'space.changeSort',
  }),
];
