import * as z from 'zod';
import type { ToolDefinition } from '../types.ts';
import { evaluate, format, MAX_EXPRESSION } from './evaluate.ts';

const input = z.object({
  expression: z
    .string()
    .max(MAX_EXPRESSION)
    .describe(
      'Arithmetic, for instance "12 * (3 + 4)", "sqrt(2)^3", "15% of 80", "round(10/3, 2)". Angles in radians.',
    ),
});

export interface CalculatorResult {
  expression: string;
  result: string;
}

/** Calculates exactly, where language models guess. */
export const calculatorTool: ToolDefinition<z.output<typeof input>, CalculatorResult> = {
  name: 'calculator',
  description:
    'Evaluates an arithmetic expression exactly: + - * / % ^, parentheses, percentages, factorials, pi, e, and functions such as sqrt, log, ln, sin, round, min, max, mean, gcd. Use it for every calculation.',
  input,
  isRepeatable: true,
  async execute({ expression }) {
    return { expression, result: format(evaluate(expression)) };
  },
};
