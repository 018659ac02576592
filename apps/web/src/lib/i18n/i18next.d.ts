import 'i18next';
import type auth from '@tandem/shared/locales/en/auth.json';
import type chat from '@tandem/shared/locales/en/chat.json';
import type common from '@tandem/shared/locales/en/common.json';
import type error from '@tandem/shared/locales/en/error.json';
import type home from '@tandem/shared/locales/en/home.json';
import type settings from '@tandem/shared/locales/en/settings.json';
import type workspace from '@tandem/shared/locales/en/workspace.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      auth: typeof auth;
      chat: typeof chat;
      common: typeof common;
      error: typeof error;
      home: typeof home;
      settings: typeof settings;
      workspace: typeof workspace;
    };
  }
}
