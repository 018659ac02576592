import type { InstallationSetting, UpdateSetting } from '@tandem/shared/setting/schema';
import { queryClient } from '../../lib/query-client.ts';
import { systemSettingQuery } from '../../lib/system-setting.ts';
import { api, trpc } from '../../lib/trpc.ts';

export const settingQuery = trpc.setting.get.queryOptions(undefined, { trpc: { context: { silent: true } } });

/** Changes settings; the caller shows a failure. */
export async function changeSetting(change: UpdateSetting): Promise<InstallationSetting> {
  const stored = await api.setting.update.mutate(change, { context: { silent: true } });
  queryClient.setQueryData(settingQuery.queryKey, stored);
  void queryClient.invalidateQueries({ queryKey: systemSettingQuery.queryKey });
  return stored;
}
