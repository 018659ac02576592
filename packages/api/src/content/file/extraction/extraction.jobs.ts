import * as z from 'zod';
import type { JobDefinition } from '../../../core/jobs.ts';
import { giveUpExtraction, readExtraction } from './extraction.read.ts';
import { EXTRACTION_JOB, RECOGNITION_JOB } from './extraction.service.ts';
import { recogniseScans } from './recognise/recognise-scans.ts';

const payloadSchema = z.object({
  hash: z.string(),
  format: z.enum(['pdf', 'office', 'mail', 'table', 'page', 'text', 'image']),
  uploaderId: z.int(),
  isSlow: z.boolean().optional(),
});

export const extractionJobs: JobDefinition[] = [
  {
    name: EXTRACTION_JOB,
    heartbeatSeconds: 10,
    // A long file takes no other's place.
    atOnce: 4,
    run: (platform, payload) => readExtraction(platform, payloadSchema.parse(payload)),
    giveUp: (platform, payload) => giveUpExtraction(platform, payloadSchema.parse(payload)),
  },
  {
    name: RECOGNITION_JOB,
    heartbeatSeconds: 10,
    // They take turns page by page, since only one child works at a time.
    atOnce: 8,
    run: (platform, payload) => recogniseScans(platform, payloadSchema.parse(payload)),
    giveUp: (platform, payload) => giveUpExtraction(platform, payloadSchema.parse(payload)),
  },
];
