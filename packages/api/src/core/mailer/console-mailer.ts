import type { Mailer } from '../mailer.ts';

/** Writes text to the server's output. */
export type Print = (text: string) => void;

const printToOutput: Print = (text) => {
  process.stdout.write(text);
};

const RULE = '─'.repeat(64);

/** Shows each message in the server's output, apart from the log, for installations without a mail server. */
export function consoleMailer(print: Print = printToOutput): Mailer {
  return {
    delivery: 'console',
    async send({ to, subject, text }) {
      const lines = [`To ${to}`, subject, '', ...text.split('\n')].map((line) =>
        `  ${plain(line)}`.trimEnd(),
      );
      print(`\n${RULE}\n${lines.join('\n')}\n${RULE}\n\n`);
    },
  };
}

/** Removes control characters, which a terminal would interpret. */
function plain(line: string): string {
  return line.replaceAll(/\p{Cc}/gu, '');
}
