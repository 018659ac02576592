import 'i18next';
import type admin from '@tandem/shared/locales/en/admin.json';
import type agent from '@tandem/shared/locales/en/agent.json';
import type assistant from '@tandem/shared/locales/en/assistant.json';
import type audit from '@tandem/shared/locales/en/audit.json';
import type auth from '@tandem/shared/locales/en/auth.json';
import type chat from '@tandem/shared/locales/en/chat.json';
import type common from '@tandem/shared/locales/en/common.json';
import type dataset from '@tandem/shared/locales/en/dataset.json';
import type discussion from '@tandem/shared/locales/en/discussion.json';
import type document from '@tandem/shared/locales/en/document.json';
import type error from '@tandem/shared/locales/en/error.json';
import type file from '@tandem/shared/locales/en/file.json';
import type home from '@tandem/shared/locales/en/home.json';
import type image from '@tandem/shared/locales/en/image.json';
import type mcp from '@tandem/shared/locales/en/mcp.json';
import type model from '@tandem/shared/locales/en/model.json';
import type notice from '@tandem/shared/locales/en/notice.json';
import type schedule from '@tandem/shared/locales/en/schedule.json';
import type search from '@tandem/shared/locales/en/search.json';
import type settings from '@tandem/shared/locales/en/settings.json';
import type share from '@tandem/shared/locales/en/share.json';
import type source from '@tandem/shared/locales/en/source.json';
import type suggestion from '@tandem/shared/locales/en/suggestion.json';
import type team from '@tandem/shared/locales/en/team.json';
import type template from '@tandem/shared/locales/en/template.json';
import type usage from '@tandem/shared/locales/en/usage.json';
import type version from '@tandem/shared/locales/en/version.json';
import type workspace from '@tandem/shared/locales/en/workspace.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      admin: typeof admin;
      agent: typeof agent;
      assistant: typeof assistant;
      audit: typeof audit;
      auth: typeof auth;
      chat: typeof chat;
      common: typeof common;
      dataset: typeof dataset;
      discussion: typeof discussion;
      document: typeof document;
      error: typeof error;
      file: typeof file;
      home: typeof home;
      image: typeof image;
      mcp: typeof mcp;
      model: typeof model;
      notice: typeof notice;
      schedule: typeof schedule;
      search: typeof search;
      settings: typeof settings;
      share: typeof share;
      source: typeof source;
      suggestion: typeof suggestion;
      team: typeof team;
      template: typeof template;
      usage: typeof usage;
      version: typeof version;
      workspace: typeof workspace;
    };
  }
}
