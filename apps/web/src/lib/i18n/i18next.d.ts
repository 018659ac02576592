import 'i18next';
import type auth from '@tandem/shared/locales/en/auth.json';
import type chat from '@tandem/shared/locales/en/chat.json';
import type common from '@tandem/shared/locales/en/common.json';
import type error from '@tandem/shared/locales/en/error.json';
import type file from '@tandem/shared/locales/en/file.json';
import type home from '@tandem/shared/locales/en/home.json';
import type notice from '@tandem/shared/locales/en/notice.json';
import type search from '@tandem/shared/locales/en/search.json';
import type settings from '@tandem/shared/locales/en/settings.json';
import type share from '@tandem/shared/locales/en/share.json';
import type team from '@tandem/shared/locales/en/team.json';
import type workspace from '@tandem/shared/locales/en/workspace.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      auth: typeof auth;
      chat: typeof chat;
      common: typeof common;
      error: typeof error;
      file: typeof file;
      home: typeof home;
      notice: typeof notice;
      search: typeof search;
      settings: typeof settings;
      share: typeof share;
      team: typeof team;
      workspace: typeof workspace;
    };
  }
}
