import type { AuditEntry } from '@tandem/shared/audit/schema';
import { MICRO_CREDITS_PER_DOLLAR } from '@tandem/shared/provider/schema';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '../../ui/credits.ts';

export interface Fact {
  name: string;
  label: string;
  value: string;
}

/** Facts that hold one of few words of ours; everything else is told as it was written. */
const worded = new Set([
  ...['role', 'visibility', 'permission', 'registration', 'language', 'theme', 'period', 'delivery'],
  ...['decision', 'category', 'kind', 'type', 'of'],
]);
/** Of these actions, what was before and after is such a word, too. */
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
      // Numbers of people, apps and channels are counted; those that stand for somebody are not.
      return name.endsWith('Id') ? String(value) : new Intl.NumberFormat(language).format(value);
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

  /** What a name stands for in an action: "after" of a role is a role. */
  const meant = (action: string, name: string) =>
    wordedChange.has(action) && (name === 'from' || name === 'to') ? 'role' : name;

  return {
    /** Everything an entry says of its change, in the order in which it was written. */
    factsOf({ action, detail }: AuditEntry): Fact[] {
      return Object.entries(detail)
        .filter(([name]) => !silent.has(name))
        .map(([name, value]) => ({
          name,
          label: labelOf(name),
          value: told(meant(action, name), value),
        }));
    },

    /** The gist of a change, for the line itself: whom it concerns, and what became of what. */
    gistsOf({ action, detail: { person, from, to, amount, period } }: AuditEntry): string[] {
      const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number';
      const word = (value: unknown) => plain(meant(action, 'to'), value);
      const gists: string[] = [];
      if (isPlain(person)) gists.push(String(person));
      // Where a channel was and is, the log knows by ids only, which nobody reads.
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
