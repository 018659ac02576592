import { type RestRow, row } from '../../core/rest/row.ts';

/** The rows by which an app or a channel is shared. */
function rowsOf(noun: 'app' | 'channel'): RestRow[] {
  const rename = { id: `${noun}Id` };
  const path = `/api/${noun}/{id}/share`;
  return [
    row({
      verb: 'GET',
      path: `${path}/-/userList`,
      summary: `Who has access to the ${noun}, and by what`,
      calls: 'grant.list',
      rename,
    }),
    row({
      verb: 'PUT',
      path,
      summary: `Shares the ${noun} with people of the team or, by address, with guests, who are invited`,
      calls: 'grant.share',
      rename,
    }),
    row({
      verb: 'PUT',
      path: `${path}/{userId}/permission`,
      summary: `Sets what a person of the team may do with the ${noun}, whether or not they had access of their own before`,
      calls: 'grant.set',
      rename,
    }),
    row({
      verb: 'DELETE',
      path: `${path}/{userId}`,
      summary: `Takes a person's own access to the ${noun} away`,
      calls: 'grant.remove',
      rename,
    }),
  ];
}

export const grantRows: RestRow[] = [
  ...rowsOf('app'),
  ...rowsOf('channel'),
  row({
    verb: 'GET',
    path: '/api/share/-/list',
    summary: 'Apps and channels that others shared with the reader, the latest first',
    calls: 'grant.sharedPage',
  }),
];
