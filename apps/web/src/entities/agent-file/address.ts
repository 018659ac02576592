/** Addresses of a channel's files, for links. */
export const agentFileAddress = {
  /** @param manifestId an earlier state; the newest by default */
  download: (channelId: string, path: string, manifestId?: string | null) =>
    `/api/channelAgent/${channelId}/files/download?${query({ path, manifestId, download: '1' })}`,
  /** @param path a folder; '' for all files */
  zip: (channelId: string, path: string, manifestId?: string | null) =>
    `/api/channelAgent/${channelId}/files/zip?${query({ path, manifestId })}`,
};

function query(values: Record<string, string | null | undefined>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : [])),
  );
}

/** The last name of a path. */
export function nameOf(path: string): string {
  return path.split('/').at(-1) ?? path;
}
