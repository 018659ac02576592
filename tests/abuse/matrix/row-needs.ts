import type { Need } from './needs.ts';

/** REST rows with a handling of their own. */
export const rawNeeds: Record<string, Need> = {
  'POST /api/report': 'anyone',
  'POST /api/user/sendEmailCode': 'anyone',
  'POST /api/user/login': 'anyone',
  'POST /api/user/joinByInvitation': 'anyone',
  'POST /api/user/register': 'anyone',
  'GET /api/user/logout': 'anyone',
  'GET /api/oauth/support': 'anyone',
  'GET /api/oauth/{id}/start': 'anyone',
  'GET /api/oauth/{id}/callback': 'anyone',
  // By its secret.
  'POST /api/agentWebhook/{id}': 'anyone',
  'GET /api/channel/{id}/export': 'view',
  'GET /api/channelAgent/{id}/export': 'view',
  'GET /api/channelAgent/{id}/agent-runs/{runId}/export': 'view',
  'GET /api/channelAgent/{id}/files/download': 'view',
  'GET /api/channelAgent/{id}/files/zip': 'view',
  'POST /api/channelAgent/{id}/files/upload': 'edit',
  'GET /api/app/{id}/channelDoc/{docId}/content': 'view',
  'GET /api/app/{id}/channelDoc/{docId}/export': 'view',
  'PUT /api/app/{id}/channelDoc/{docId}/content': 'edit',
  'PUT /api/app/{id}/channelDoc/{docId}/appendContent': 'edit',
  'POST /api/app/{id}/channelDoc/{docId}/suggestion': 'edit',
  // Their own portrait, for one, is a matter of no team.
  'POST /api/files/upload': 'signed in',
  // Into one’s own app, where it names no other.
  'POST /api/files/upload/dataset': 'member',
  'POST /api/app/{id}/files/upload': 'edit',
  'GET /api/files/{id}/content': 'view',
  'GET /api/files/{id}/thumbnail': 'view',
  'GET /api/admin/audit/export': 'administrator',
};
