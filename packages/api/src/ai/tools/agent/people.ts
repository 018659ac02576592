import * as z from 'zod';
import type { ToolDefinition } from '../types.ts';

const MAX_ITEMS = 50;
const MAX_OPTIONS = 6;

const planInput = z.object({
  items: z
    .array(
      z.object({
        id: z.string().min(1).max(40),
        text: z.string().min(1).max(300),
        status: z.enum(['pending', 'active', 'done']),
      }),
    )
    .max(MAX_ITEMS)
    .describe('All steps in order; the last call is the plan.'),
});

/** The plan is the input of the last call, so nothing else is stored. */
export const updatePlanTool: ToolDefinition<z.output<typeof planInput>, { done: string }> = {
  name: 'update_plan',
  description:
    'Shows people a plan of the work. Use it for work of several steps: at its start, and whenever a step begins or is done.',
  input: planInput,
  isRepeatable: true,
  execute({ items }) {
    const done = items.filter(({ status }) => status === 'done').length;
    return Promise.resolve({ done: `The plan is shown: ${done} of ${items.length} steps are done.` });
  },
};

const question = z.string().min(1).max(2_000);
const options = z
  .array(z.string().min(1).max(200))
  .max(MAX_OPTIONS)
  .optional()
  .describe('Answers to choose from, if there are few.');
const askInput = z.object({ question, options });
/** A person's decision brings the answer, which a model cannot give itself. */
const answered = z.object({ question, options, answer: z.string().max(10_000).optional() });

export const askPersonTool: ToolDefinition<z.output<typeof answered>, { answer: string }> = {
  name: 'ask_person',
  description:
    'Asks a person a question, and waits for the answer, perhaps for days. Use it only when you cannot go on without it.',
  input: askInput,
  decided: answered,
  demandsConsent: () => true,
  isRepeatable: true,
  execute: ({ answer = '' }) =>
    Promise.resolve({
      answer: answer.trim() === '' ? 'They gave no answer: decide for yourself, and say how.' : answer,
    }),
};
