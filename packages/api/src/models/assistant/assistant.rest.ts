import { type RestRow, row } from '../../core/rest/row.ts';

/** Read-only keys of GET, so that it can be put back. */
const ignore = ['id', 'appId', 'isDefault', 'updatedAt', 'abilities'];

export const assistantRows: RestRow[] = [
  row({
    verb: 'GET',
    path: '/api/my/assistant/-/list',
    summary: 'One’s own assistants in the current team, the one changed last first',
    calls: 'assistant.mine',
  }),
  row({
    verb: 'GET',
    path: '/api/app/{id}/assistant/-/list',
    summary: 'The assistants of an app, its default one first',
    calls: 'assistant.list',
    rename: { id: 'appId' },
  }),
  row({
    verb: 'POST',
    path: '/api/my/assistant',
    summary: 'Makes an assistant of one’s own in the current team',
    calls: 'assistant.create',
  }),
  row({
    verb: 'PUT',
    path: '/api/my/assistant/{id}',
    summary: 'Changes an assistant of one’s own, or of an app that one may edit; what is absent stays',
    calls: 'assistant.update',
    rename: { id: 'assistantId' },
    ignore,
  }),
  row({
    verb: 'DELETE',
    path: '/api/my/assistant/{id}',
    summary: 'Removes such an assistant; what it said keeps its name',
    calls: 'assistant.remove',
    rename: { id: 'assistantId' },
  }),
  row({
    verb: 'PUT',
    path: '/api/app/{id}/assistant/{assistantId}/currentModel',
    summary: 'Sets the model that one of an app’s assistants answers with, for everyone',
    calls: 'assistant.setModel',
    rename: { id: 'appId' },
  }),
];
