import * as z from 'zod';
import type { App } from '../app/schema.ts';
import { displayNameSchema } from '../user/schema.ts';

export const createSpaceSchema = z.strictObject({ name: displayNameSchema });
export const renameSpaceSchema = z.strictObject({ spaceId: z.uuid(), name: displayNameSchema });
export const removeSpaceSchema = z.strictObject({ spaceId: z.uuid() });
/** Puts a space behind the space `afterId` (null: first). */
export const moveSpaceSchema = z.strictObject({ spaceId: z.uuid(), afterId: z.uuid().nullable() });

/** A named group of apps in a team's sidebar, with the apps that the reader may see. */
export interface Space {
  id: string;
  name: string;
  sort: string;
  /** The team's tree revision at which it last changed; an older copy never replaces a newer one. */
  revision: number;
  abilities: SpaceAbilities;
  apps: App[];
}

export interface SpaceAbilities {
  createApp: boolean;
  /** Rename, move and remove it. */
  manage: boolean;
}
