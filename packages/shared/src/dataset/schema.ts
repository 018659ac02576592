import * as z from 'zod';
import type { AccessLevel } from '../access/permissions.ts';
import { descriptionSchema } from '../app/schema.ts';
import type { ChannelAbilities, ChannelKind } from '../channel/schema.ts';
import { keysetLimitSchema } from '../pagination/schema.ts';
import { queryTextSchema } from '../search/query.ts';
import { displayNameSchema } from '../user/schema.ts';
import type { SourceStatus } from './source.ts';

/** The kinds of channels that have a dataset. */
export const datasetKinds = ['dataset', 'chatpdf'] as const satisfies readonly ChannelKind[];

/** A dataset as one reader sees it: a channel's sources, in numbers. */
export interface Dataset {
  /** Its channel's. */
  id: string;
  teamId: string;
  appId: string;
  kind: (typeof datasetKinds)[number];
  name: string;
  icon: string;
  description: string;
  /** Sources that are no folders, by state. */
  sources: Record<SourceStatus, number>;
  /** Pages that can be searched. */
  pages: number;
  /** Bytes of all contents. */
  size: number;
  /** Rises with every change of its sources; an older copy never replaces a newer one. */
  revision: number;
  level: AccessLevel;
  abilities: ChannelAbilities;
}

export const datasetIdSchema = z.strictObject({ datasetId: z.uuid() });

export const updateDatasetSchema = z.strictObject({
  datasetId: z.uuid(),
  name: displayNameSchema.optional(),
  description: descriptionSchema.optional(),
});
export type UpdateDataset = z.output<typeof updateDatasetSchema>;

/** Lists the datasets of the current team that the reader sees, by name. */
export const listDatasetsSchema = z.strictObject({
  /** Part of a name. */
  query: queryTextSchema.max(80).optional(),
  /** Only those the reader may attach. */
  attachable: z.boolean().default(false),
  cursor: z.string().max(1_000).optional(),
  limit: keysetLimitSchema,
});
export type ListDatasets = z.output<typeof listDatasetsSchema>;

/** Where answers may use a dataset: one of the two. */
export const datasetUserSchema = z.union([
  z.strictObject({ assistantId: z.uuid() }),
  z.strictObject({ channelId: z.uuid() }),
]);
export type DatasetUser = z.output<typeof datasetUserSchema>;

/** Datasets that a channel or an assistant uses at most: each answer searches all of them. */
export const MAX_ATTACHED = 50;

export const attachDatasetSchema = z.strictObject({ datasetId: z.uuid(), to: datasetUserSchema });
export type AttachDataset = z.output<typeof attachDatasetSchema>;

export const attachedDatasetsSchema = z.strictObject({ to: datasetUserSchema });

/** A dataset attached to an assistant or a channel, as those who see that know it. */
export interface AttachedDataset {
  datasetId: string;
  /** Null when the reader does not see the dataset. */
  name: string | null;
  icon: string;
  /** The person who attached it. */
  creatorId: number;
}

/** The people who would read quotes of a dataset once it is attached. */
export interface QuoteReaders {
  /** People who may open the assistant's app or the channel, but not the dataset. */
  others: number;
  /** Some of their names. */
  names: string[];
}
