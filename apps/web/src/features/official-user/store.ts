import * as z from 'zod';
import { create } from 'zustand';
import { readStored, writeStored } from '../../lib/storage/storage.ts';
import { setHostedBearer } from '../../lib/web-domain.ts';

const KEY = 'officialUser';

/** The account at the hosted site; other fields of its payload are kept unchanged. */
export const officialUserSchema = z.looseObject({ token: z.string().min(1) });
export type OfficialUser = z.output<typeof officialUserSchema>;

interface OfficialUserState {
  officialUser: OfficialUser | null;
}

export const useOfficialUser = create<OfficialUserState>()(() => ({ officialUser: null }));

/** Sets the page's official user; null for none. */
export function takeOfficialUser(officialUser: OfficialUser | null): void {
  useOfficialUser.setState({ officialUser });
  setHostedBearer(officialUser?.token ?? null);
}

/** Stores the official user for later visits. */
export async function saveOfficialUser(officialUser: OfficialUser): Promise<void> {
  takeOfficialUser(officialUser);
  await writeStored(KEY, officialUser);
}

/** Reads the official user stored by an earlier visit; null if there is none or it cannot be read. */
export async function readOfficialUser(): Promise<OfficialUser | null> {
  const parsed = officialUserSchema.safeParse(await readStored(KEY));
  return parsed.success ? parsed.data : null;
}
