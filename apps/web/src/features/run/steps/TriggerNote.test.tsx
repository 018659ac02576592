import en from '@tandem/shared/locales/en/agent.json';
import type { MessageTrigger } from '@tandem/shared/message/parts';
import { fireEvent, screen } from '@testing-library/react';
import i18n from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { message } from '../../../entities/message/testing/factory.ts';
import { renderApp } from '../../../testing/render.tsx';
import { TriggerNote } from './TriggerNote.tsx';

beforeAll(() => {
  i18n.addResourceBundle('en', 'agent', en);
});

const show = (trigger: Partial<MessageTrigger> | null) => {
  const data = {
    scheduleId: crypto.randomUUID(),
    name: 'Builds',
    kind: 'time',
    outside: null,
    ...trigger,
  } as const;
  return renderApp(
    <TriggerNote
      message={message({
        id: 'm',
        seq: 1,
        parts: [
          { type: 'text', text: 'Sum up' },
          ...(trigger ? [{ type: 'data-trigger', data } as const] : []),
        ],
      })}
    />,
  );
};

describe('the note above a task', () => {
  it('names the schedule that sent it', () => {
    show({});
    expect(screen.getByText('Sent by the schedule “Builds”')).toBeTruthy();
    expect(screen.queryByText(en.trigger.outside)).toBeNull();
  });

  it('shows what the caller of a webhook sent, as text', () => {
    show({ kind: 'webhook', outside: '<b>build</b> 42' });
    expect(screen.getByText('Sent by the webhook “Builds”')).toBeTruthy();
    fireEvent.click(screen.getByText(en.trigger.outside, { selector: 'summary' }));
    expect(screen.getByText('<b>build</b> 42')).toBeTruthy();
  });

  it('is absent where a person sent it', () => {
    const { container } = show(null);
    expect(container.querySelector('p')).toBeNull();
  });
});
