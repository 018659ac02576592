import { expect, it } from 'vitest';
import { rows } from './surface.ts';

/** The calls of the specification that are served so far, by its numbers. 97 is a file, not a row. */
const served: Record<number, string> = {
  1: 'GET /api/admin/aiModel/-/allList',
  8: 'PATCH /api/admin/aiModel/{id}',
  9: 'GET /api/admin/aiModel/{id}/modelList',
  14: 'GET /api/space/list',
  16: 'POST /api/app',
  19: 'GET /api/app/{id}/info',
  27: 'GET /api/team/users',
  28: 'GET /api/home/recent',
  35: 'GET /api/aiModel/-/list',
  42: 'GET /api/channel/{id}',
  45: 'GET /api/channel/{id}/history',
  47: 'POST /api/app/{id}/channel',
  49: 'GET /api/app/{id}/channel/-/list',
  60: 'POST /api/app/{id}/channelDoc',
  61: 'POST /api/appDoc',
  62: 'GET /api/app/{id}/channelDoc/{docId}/content',
  63: 'PUT /api/app/{id}/channelDoc/{docId}/content',
  64: 'PUT /api/app/{id}/channelDoc/-/changeSort',
  65: 'PUT /api/app/{id}/channelDoc/{docId}/appendContent',
  66: 'GET /api/channelDoc/-/recent',
  67: 'GET /api/app/{id}/channelDoc/-/list',
  68: 'GET /api/app/{id}/channelDoc/{docId}/attr',
  69: 'PUT /api/app/{id}/channelDoc/{docId}/attr',
  70: 'POST /api/user/login',
  71: 'POST /api/user/register',
  72: 'POST /api/user/sendEmailCode',
  73: 'GET /api/user/logout',
  74: 'GET /api/user/profile',
  75: 'GET /api/oauth/support',
  84: 'GET /api/doc/version/list',
  85: 'POST /api/doc/version/create',
  86: 'POST /api/doc/version/delete',
  87: 'POST /api/channelAgent/{id}/start',
  88: 'PUT /api/channelAgent/{id}/agent-runs/{runId}/stop',
  89: 'GET /api/channelAgent/{id}/files',
  90: 'GET /api/channelAgent/{id}/files/content',
  91: 'GET /api/channelAgent/{id}/history',
  92: 'GET /api/channelAgent/{id}/agent-runs',
  93: 'GET /api/channelAgent/{id}/agent-runs/{runId}',
  96: 'GET /api/system/setting',
};

it.each(Object.entries(served))('row %s: %s', (_number, name) => {
  expect(rows.map((way) => way.name)).toContain(name);
});
