import { describe, expect, it } from 'vitest';
import { exportAddress, noFilter, wantedOf } from './filter.ts';

describe('the filters of the audit log', () => {
  it('leave out empty fields', () => {
    expect(wantedOf(noFilter)).toEqual({ of: 'team' });
    expect(
      wantedOf({ ...noFilter, query: '  ', action: 'nothing.such', from: '12', to: '0001-01-01' }),
    ).toEqual({
      of: 'team',
    });
  });

  it('include whole days', () => {
    const { from, to } = wantedOf({ ...noFilter, from: '2026-03-01', to: '2026-03-01' });
    expect(new Date(to ?? '').getTime() - new Date(from ?? '').getTime()).toBe(24 * 60 * 60 * 1_000);
  });

  it('apply to the export', () => {
    const address = exportAddress({ ...noFilter, query: 'a & b', action: 'team.rename' });
    expect(address).toBe('/api/admin/audit/export?of=team&query=a+%26+b&action=team.rename');
  });
});
