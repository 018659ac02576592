import agent from '@tandem/shared/locales/en/agent.json';
import en from '@tandem/shared/locales/en/schedule.json';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import i18n from 'i18next';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import { ScheduleForm } from './ScheduleForm.tsx';

beforeAll(() => {
  // The next times never come.
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  i18n.addResourceBundle('en', 'schedule', en);
  i18n.addResourceBundle('en', 'agent', agent);
});
afterEach(cleanup);

const show = () =>
  renderApp(
    <ScheduleForm channelId={crypto.randomUUID()} schedule={null} onCancel={() => {}} onDone={() => {}} />,
  );
const starts = (value: string) =>
  fireEvent.change(screen.getByLabelText(en.field.starts), { target: { value } });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: en.save });

describe('the form of a schedule', () => {
  it('shows the fields of what is chosen, and a custom pattern begins with the one before', () => {
    show();
    expect(screen.getByLabelText<HTMLInputElement>(en.field.time).value).toBe('09:00');
    starts('week');
    expect(screen.getByLabelText(en.field.weekday).children).toHaveLength(7);
    starts('custom');
    expect(screen.getByLabelText<HTMLInputElement>(en.field.cron).value).toBe('0 9 * * 1');
    starts('webhook');
    expect(screen.queryByLabelText(en.field.zone)).toBeNull();
    expect(screen.getByText(en.webhook.words)).toBeTruthy();
  });

  it('is saved with a name and a task only', () => {
    show();
    expect(save().disabled).toBe(true);
    fireEvent.change(screen.getByLabelText(en.field.name), { target: { value: 'Nightly' } });
    fireEvent.change(screen.getByLabelText(en.field.task), { target: { value: 'Count' } });
    expect(save().disabled).toBe(false);
  });
});
