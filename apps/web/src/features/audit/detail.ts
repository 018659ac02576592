import type { AuditEntry } from '@tandem/shared/audit/schema';
import { MICRO_CREDITS_PER_DOLLAR } from '@tandem/shared/usage/credit';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../lib/i18n/locale.ts';
import { formatCredits } from '../../ui/credits.ts';

export interface Fact {
  name: string;
  label: string;
  value: string;
}

/** Details whose values are translated; all others are shown as they were logged. */
const worded = new Set([
  ...['role', 'visibility', 'permission', 'registration', 'language', 'theme', 'period', 'delivery'],
  ...['decision', 'category', 'kind', 'type', 'of', 'mode'],
]);
/** In these actions the values before and after are translated, too. */
const wordedChange = new Set(['member.role', 'grant.set', 'grant.remove']);
const prices = new Set(['inputPrice', 'outputPrice', 'imagePrice']);
/** Said by another fact already. */
const silent = new Set(['personId']);

/** Makes of what an entry holds the labels and words that its reader knows. */
export function useDetailWords() {
  const { t, i18n } = useTranslation('audit');
  const { language } = i18n;
  const has = (key: string) => i18n.exists(key, { ns: 'audit' });

  function labelOf(name: string): string {
    return has(`detail.${name}`) ? t(`detail.${name as 'person'}`) : name;
  }

  function plain(name: string, value: unknown): string {
    if (value === null || value === undefined || value === '') return t('word.none');
    if (typeof value === 'boolean') return t(value ? 'word.yes' : 'word.no');
    if (typeof value === 'number') {
      if (name === 'amount') return t('word.credits', { amount: formatCredits(value, language) });
      if (prices.has(name)) return `US$${value / MICRO_CREDITS_PER_DOLLAR}`;
      // Counts are formatted as numbers; ids are not.
      return name.endsWith('Id') ? String(value) : new Intl.NumberFormat(localeOf(language)).format(value);
    }
    if (typeof value === 'string')
      return worded.has(name) && has(`word.${value}`) ? t(`word.${value as 'none'}`) : value;
    return '';
  }

  function told(name: string, value: unknown): string {
    if (value === null || typeof value !== 'object') return plain(name, value);
    if (Array.isArray(value)) return value.map((each) => told(name, each)).join(', ') || t('word.none');
    if ('from' in value && 'to' in value && Object.keys(value).length === 2)
      return `${told(name, value.from)} → ${told(name, value.to)}`;
    return Object.entries(value)
      .filter(([inner]) => !silent.has(inner))
      .map(([inner, each]) => `${labelOf(inner)}: ${told(inner, each)}`)
      .join(', ');
  }

  /** The meaning of a detail in an action: "after" of a role is a role. */
  const meant = (action: string, name: string) =>
    wordedChange.has(action) && (name === 'from' || name === 'to') ? 'role' : name;

  return {
    /** All details of an entry, in the order in which they were logged. */
    factsOf({ action, detail }: AuditEntry): Fact[] {
      return Object.entries(detail)
        .filter(([name]) => !silent.has(name))
        .map(([name, value]) => ({
          name,
          label: labelOf(name),
          value: told(meant(action, name), value),
        }));
    },

    /** The gist of a change, for the line itself: the person concerned, and the values before and after. */
    gistsOf({ action, detail: { person, from, to, amount, period } }: AuditEntry): string[] {
      const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number';
      const word = (value: unknown) => plain(meant(action, 'to'), value);
      const gists: string[] = [];
      if (isPlain(person)) gists.push(String(person));
      // The log knows a channel's old and new place only by ids, which nobody reads.
      if (isPlain(to) && action !== 'channel.move' && action !== 'audit.export')
        gists.push(isPlain(from) ? `${word(from)} → ${word(to)}` : word(to));
      if (typeof amount === 'number')
        gists.push(
          [plain('amount', amount), ...(period === undefined ? [] : [plain('period', period)])].join(' · '),
        );
      return gists;
    },
  };
}
