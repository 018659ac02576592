import auth from '@tandem/shared/locales/en/auth.json';
import common from '@tandem/shared/locales/en/common.json';
import error from '@tandem/shared/locales/en/error.json';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import i18n from 'i18next';
import type { ReactNode } from 'react';
import { initReactI18next } from 'react-i18next';
import { afterEach } from 'vitest';
import { ApiProvider } from '../lib/ApiProvider.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { ThemeProvider } from '../theme/ThemeProvider.tsx';

await i18n.use(initReactI18next).init({
  lng: 'en',
  defaultNS: 'common',
  ns: ['common', 'auth', 'error'],
  resources: { en: { auth, common, error } },
  interpolation: { escapeValue: false },
});

afterEach(cleanup);

/** Renders with everything that surrounds a screen, in English. */
export function renderApp(content: ReactNode, queryClient = createQueryClient()) {
  return render(content, {
    wrapper: ({ children }) => (
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          <ApiProvider>{children}</ApiProvider>
        </QueryClientProvider>
      </ThemeProvider>
    ),
  });
}
