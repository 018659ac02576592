import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconLanguage,
  IconPencilPlus,
  IconTextSpellcheck,
  IconWand,
} from '@tabler/icons-react';
import type { SuggestionTask } from '@tandem/shared/suggestion/schema';

/** Tasks that one press starts, in the order of the list. */
export const tasks: { task: Exclude<SuggestionTask, 'custom'>; Icon: typeof IconWand }[] = [
  { task: 'improve', Icon: IconWand },
  { task: 'correct', Icon: IconTextSpellcheck },
  { task: 'shorten', Icon: IconArrowsMinimize },
  { task: 'lengthen', Icon: IconArrowsMaximize },
  { task: 'translate', Icon: IconLanguage },
  { task: 'continue', Icon: IconPencilPlus },
];

/** The offered languages, by their own names; any other can be typed. */
export const languages = [
  'English',
  '中文',
  'Español',
  'Français',
  'Deutsch',
  'Português',
  '日本語',
  '한국어',
  'العربية',
  'Русский',
];
