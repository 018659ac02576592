import type { KeysetPage } from '@tandem/shared/pagination/schema';
import type { ListedVersion } from '@tandem/shared/version/schema';
import { type RestRow, row } from '../../core/rest/row.ts';

export const versionRows: RestRow[] = [
  row<KeysetPage<ListedVersion>>({
    verb: 'GET',
    path: '/api/doc/version/list',
    summary: 'States of a document that can be gone back to, newest first; `cursor` goes on',
    calls: 'version.list',
  }),
  row({
    verb: 'POST',
    path: '/api/doc/version/create',
    summary: 'Keeps a document as it is now',
    calls: 'version.create',
  }),
  row({
    verb: 'POST',
    path: '/api/doc/version/delete',
    summary: 'Removes a version of a document',
    calls: 'version.remove',
    rename: { id: 'versionId' },
  }),
];
