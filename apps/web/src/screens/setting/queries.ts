import type { InstallationSetting, UpdateSetting } from '@tandem/shared/setting/schema';
import { queryClient } from '../../lib/query-client.ts';
import { systemSettingQuery } from '../../lib/system-setting.ts';
import { api, cached, trpc } from '../../lib/trpc.ts';

/** The installation's settings; the screen shows a failure. */
export function useSetting() {
  return trpc.setting.get.useQuery(undefined, { trpc: { context: { silent: true } } });
}

/** Changes settings; the caller shows a failure. */
export async function changeSetting(change: UpdateSetting): Promise<InstallationSetting> {
  const stored = await api.setting.update.mutate(change, { context: { silent: true } });
  cached.setting.get.setData(undefined, stored);
  void queryClient.invalidateQueries({ queryKey: systemSettingQuery.queryKey });
  return stored;
}
