import type { AuditEntry } from '@tandem/shared/audit/schema';
import en from '@tandem/shared/locales/en/audit.json';
import zh from '@tandem/shared/locales/zh-CN/audit.json';
import { screen } from '@testing-library/react';
import i18n from 'i18next';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import { AuditRow } from './AuditRow.tsx';

beforeAll(() => {
  i18n.addResourceBundle('en', 'audit', en);
  i18n.addResourceBundle('zh-CN', 'audit', zh);
});
afterEach(() => i18n.changeLanguage('en'));

const entry = (values: Partial<AuditEntry>): AuditEntry => ({
  id: '1',
  actor: { id: 1, name: 'Ada' },
  action: 'budget.set',
  target: { kind: 'team', id: 't', name: 'Northwind' },
  detail: {},
  ip: '',
  createdAt: new Date(),
  ...values,
});
const budget = entry({
  detail: { period: 'week', amount: 20_000_000_000, before: { period: 'month', amount: 5_000_000 } },
});
const shown = () => screen.getByRole('listitem', { hidden: true }).textContent;

describe('an entry of the audit log', () => {
  it('shows amounts in credits, with their previous value', () => {
    renderApp(<AuditRow entry={budget} />);
    expect(shown()).toContain('20,000 credits · Weekly');
    expect(shown()).toContain('Renews: Monthly, Amount: 5 credits');
    expect(shown()).not.toMatch(/0000000|week\b/);
  });

  it('translates roles, levels and booleans', async () => {
    await i18n.changeLanguage('zh-CN');
    renderApp(<AuditRow entry={entry({ action: 'member.role', detail: { from: 'member', to: 'admin' } })} />);
    expect(shown()).toContain('成员 → 管理员');
    renderApp(<AuditRow entry={entry({ action: 'provider.update', detail: { keyChanged: true } })} />);
    expect(document.body.textContent).toContain('密钥已更改是');
  });

  it('leaves names as written, even where one is a term of ours', () => {
    renderApp(<AuditRow entry={entry({ action: 'space.rename', detail: { from: 'week', to: 'none' } })} />);
    expect(shown()).toContain('week → none');
  });

  it('shows an entry of another version by its raw name', () => {
    renderApp(<AuditRow entry={entry({ detail: { strange: 'x' } })} />);
    expect(shown()).toContain('strangex');
  });
});
