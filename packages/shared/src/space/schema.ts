import * as z from 'zod';
import type { App } from '../app/schema.ts';
import { displayNameSchema } from '../user/schema.ts';

export const createSpaceSchema = z.strictObject({ name: displayNameSchema });
export const renameSpaceSchema = z.strictObject({ spaceId: z.uuid(), name: displayNameSchema });
export const removeSpaceSchema = z.strictObject({ spaceId: z.uuid() });
/** Moves a space after the space `afterId` (null for first). */
export const moveSpaceSchema = z.strictObject({ spaceId: z.uuid(), afterId: z.uuid().nullable() });

/** Maximum nodes sorted per call. */
const MAX_SORTED_AT_ONCE = 500;

/**
 * New places of spaces, and of apps: `parentId` is then the app's space, by default the one where it is. `sort` is
 * a place among its siblings, counted from 0, or a sort key as lists tell it.
 */
export const changeSortSchema = z.strictObject({
  items: z
    .array(
      z.strictObject({
        id: z.uuid(),
        parentId: z.uuid().nullish(),
        sort: z.union([
          z.int().min(0).max(1_000_000),
          z
            .string()
            .max(100)
            .regex(/^[0-9A-Za-z]+$/),
        ]),
      }),
    )
    .max(MAX_SORTED_AT_ONCE),
});
export type SortItem = z.output<typeof changeSortSchema>['items'][number];

/** A named group of apps in a team's sidebar, with its visible apps. */
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
