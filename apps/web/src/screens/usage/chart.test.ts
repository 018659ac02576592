import type { UsageReport } from '@tandem/shared/usage/schema';
import { describe, expect, it } from 'vitest';
import { chartOf } from './chart.ts';

const sums = (cost: number) => ({
  turns: 1,
  failures: 0,
  inputTokens: cost * 2,
  outputTokens: 1,
  images: 0,
  cost,
});
const words = { gone: 'Gone', others: 'Others' };

function reportOf(costs: number[]): UsageReport {
  const models = costs.map((cost, index) => ({ id: `id-${index}`, name: `Model ${index}`, ...sums(cost) }));
  const days = models.map(({ id, cost }) => ({ day: '2026-03-02', modelId: id, ...sums(cost) }));
  return { days, models, apps: [], total: sums(costs.reduce((sum, cost) => sum + cost, 0)) };
}

describe('chartOf', () => {
  it('has a bar for every day, stacked by model, the largest first', () => {
    const days = ['2026-03-01', '2026-03-02'];
    expect(chartOf(reportOf([5, 9]), days, 'cost', words)).toMatchObject({
      series: [{ name: 'Model 1' }, { name: 'Model 0' }],
      data: [
        { day: '2026-03-01', m0: 0, m1: 0 },
        { day: '2026-03-02', m0: 9, m1: 5 },
      ],
    });
  });

  it('groups the least used models, and leaves out zero values', () => {
    const { series, data } = chartOf(reportOf([8, 7, 6, 5, 4, 3, 2, 0]), ['2026-03-02'], 'cost', words);
    expect(series.map(({ name }) => name)).toEqual([
      'Model 0',
      'Model 1',
      'Model 2',
      'Model 3',
      'Model 4',
      'Others',
    ]);
    expect(data[0]?.others).toBe(5);
  });
});
