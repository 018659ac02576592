import type { Part } from '@tandem/shared/message/parts';
import * as z from 'zod';

const planSchema = z.object({
  items: z.array(
    z.object({ id: z.string(), text: z.string(), status: z.enum(['pending', 'active', 'done']) }),
  ),
});

export type PlanItem = z.output<typeof planSchema>['items'][number];

/** The plan of a run: what its newest call of the tool gave; null where it made none. */
export function planOf(parts: readonly Part[]): PlanItem[] | null {
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at];
    if (part?.type !== 'dynamic-tool' || part.toolName !== 'update_plan' || part.source !== undefined)
      continue;
    // While it is being written it is no plan yet.
    const read = part.state === 'input-streaming' ? undefined : planSchema.safeParse(part.input);
    if (read?.success && read.data.items.length > 0) return read.data.items;
  }
  return null;
}
