import { type RestRow, row } from '../../core/rest/row.ts';

export const templateRows: RestRow[] = [
  row({
    verb: 'GET',
    path: '/api/template/-/list',
    summary: 'Starting points for assistants, apps and documents, those of the team first',
    calls: 'template.list',
  }),
  row({
    verb: 'GET',
    path: '/api/template/-/category',
    summary: 'The categories in which there are templates, with how many',
    calls: 'template.categories',
  }),
  row({
    verb: 'POST',
    path: '/api/template/{id}/choose',
    summary:
      'Makes a working copy: an assistant of one’s own, an app with its assistant and a first channel, or a document in an app',
    calls: 'template.choose',
    rename: { id: 'templateId' },
  }),
];
