import { pauseReasons } from '@tandem/shared/agent/schema';
import en from '@tandem/shared/locales/en/agent.json';
import errors from '@tandem/shared/locales/en/error.json';
import { screen } from '@testing-library/react';
import i18n from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderApp } from '../../../testing/render.tsx';
import { PauseCard } from './PauseCard.tsx';

beforeAll(() => {
  i18n.addResourceBundle('en', 'agent', en);
});

describe('a paused run', () => {
  it.each(pauseReasons)('says why and who may let it go on: %s', (reason) => {
    const card = (mayDecide: boolean) => (
      <PauseCard channelId="channel" runId="run" run={null} pause={{ reason }} mayDecide={mayDecide} />
    );
    const { rerender } = renderApp(card(true));
    expect(screen.getByRole('button', { name: en.paused.go })).toBeTruthy();
    expect(screen.getByRole('region', { name: en.paused.title }).textContent).not.toContain('paused.');
    expect(screen.queryByText(en.paused.waits)).toBeNull();
    rerender(card(false));
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText(en.paused.waits)).toBeTruthy();
  });

  it('tells in its words what a provider refuses', () => {
    i18n.addResourceBundle('en', 'error', errors);
    const error = { key: 'provider.quota', detail: 'Check your billing', retryable: false };
    renderApp(
      <PauseCard
        channelId="channel"
        runId="run"
        run={null}
        pause={{ reason: 'provider', error }}
        mayDecide
      />,
    );
    expect(screen.getByText(errors.provider.quota)).toBeTruthy();
    expect(screen.getByText('Check your billing')).toBeTruthy();
    expect(screen.queryByText(en.paused.provider)).toBeNull();
  });
});
