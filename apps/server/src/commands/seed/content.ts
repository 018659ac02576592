import type { Part } from '@tandem/shared/message/parts';
import type { TeamRole } from '@tandem/shared/team/schema';

/** The members of the seeded team; the first founded it. */
export const people: { name: string; email: string; role: TeamRole }[] = [
  { name: 'Ada Okafor', email: 'ada@example.test', role: 'owner' },
  { name: 'Ben Lindqvist', email: 'ben@example.test', role: 'admin' },
  { name: '陈晓', email: 'chen@example.test', role: 'member' },
  { name: 'Dana Reyes', email: 'dana@example.test', role: 'guest' },
];

/** Index into `people`, or the assistant. */
type Author = 0 | 1 | 2 | 3 | 'assistant';

export interface SeedChannel {
  name: string;
  messages: { by: Author; parts: Part[] }[];
  children?: SeedChannel[];
}

export interface SeedApp {
  space: string;
  name: string;
  channels: SeedChannel[];
}

const text = (words: string): Part[] => [{ type: 'text', text: words }];

const launch: SeedChannel = {
  name: 'Launch week',
  messages: [
    { by: 0, parts: text('We open to the first fifty teams on the 14th. What have we forgotten?') },
    {
      by: 'assistant',
      parts: text(
        'Three things usually surface in the last week:\n\n' +
          '1. **A way back.** Decide now what makes you pause the launch, and who says so.\n' +
          '2. **Support hours.** Fifty teams ask most in the first two days; plan a rota.\n' +
          '3. **Numbers.** Agree on the two figures that tell you it went well.\n\n' +
          'Shall I draft the rota?',
      ),
    },
    { by: 1, parts: text('Yes please: two people a day, eight to six, and nobody twice in a row.') },
    {
      by: 'assistant',
      parts: text(
        '| Day | First | Second |\n|---|---|---|\n| Mon 14 | Ada | 陈晓 |\n| Tue 15 | Ben | Dana |\n' +
          '| Wed 16 | 陈晓 | Ada |\n| Thu 17 | Dana | Ben |\n| Fri 18 | Ada | 陈晓 |',
      ),
    },
  ],
  children: [
    {
      name: 'Pricing page',
      messages: [
        { by: 2, parts: text('How much is 49 a seat for 18 seats over a year, with 15 % off?') },
        {
          by: 'assistant',
          parts: [
            {
              type: 'dynamic-tool',
              toolCallId: 'call-1',
              toolName: 'calculator',
              state: 'output-available',
              input: { expression: '49 * 18 * 12 * 0.85' },
              output: { result: '8996.4' },
            },
            { type: 'text', text: '18 seats come to **8,996.40** a year after the discount.' },
          ],
        },
      ],
    },
    { name: 'Press', messages: [] },
  ],
};

const engineering: SeedChannel = {
  name: 'Slow search',
  messages: [
    {
      by: 1,
      parts: text(
        "Search got slow for the large team. This is the query:\n\n```sql\nselect * from message where lower(body) like '%invoice%'\n```",
      ),
    },
    {
      by: 'assistant',
      parts: [
        {
          type: 'reasoning',
          text: 'A leading wildcard defeats a B-tree; a trigram or full-text index fits.',
          state: 'done',
        },
        {
          type: 'text',
          text:
            'The leading `%` makes every row be read. Two ways out:\n\n' +
            '- **Trigrams**, when people search for parts of words:\n\n' +
            '```sql\ncreate index on message using gin (lower(body) gin_trgm_ops);\n```\n\n' +
            '- **Full text**, when they search for words: smaller and it ranks.\n\n' +
            'Start with the first; the query stays as it is.',
        },
      ],
    },
  ],
};

/** The team's content. The founder's first app, created by sign-up, precedes these. */
export const apps: SeedApp[] = [
  { space: 'Product', name: 'Launch', channels: [launch] },
  { space: 'Engineering', name: 'Questions', channels: [engineering, { name: 'On call', messages: [] }] },
];
