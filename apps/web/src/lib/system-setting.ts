import { MAX_FILE_MEGABYTES } from '@tandem/shared/file/schema';
import type { SystemSetting } from '@tandem/shared/system/schema';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';
import { setWebDomain } from './web-domain.ts';

const settingSchema: z.ZodType<SystemSetting> = z.object({
  webDomain: z.string(),
  mailDelivery: z.enum(['mail', 'console']),
  registration: z.enum(['first', 'invitation', 'open']),
  setupCodeRequired: z.boolean(),
  emailCodes: z.boolean().default(true),
  uploadMegabytes: z.int().min(1).default(MAX_FILE_MEGABYTES),
  version: z.string(),
});

/** Settings of the installation that are needed before sign-in. */
export const systemSettingQuery = queryOptions({
  queryKey: ['systemSetting'],
  async queryFn() {
    const setting = settingSchema.parse(
      await request('GET', '/api/system/setting', { bearer: null, guest: true }),
    );
    setWebDomain(setting.webDomain);
    return setting;
  },
});

/** Largest file that the server accepts, in megabytes, as far as known. */
export function uploadMegabytes(): number {
  return queryClient.getQueryData(systemSettingQuery.queryKey)?.uploadMegabytes ?? MAX_FILE_MEGABYTES;
}
