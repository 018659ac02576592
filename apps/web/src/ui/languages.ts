import type { Language } from '@tandem/shared/user/schema';

/** Each language in its own words. */
export const languageNames: Record<Language, string> = { en: 'English', 'zh-CN': '简体中文' };
