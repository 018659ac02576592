/** One block of a message: a paragraph, or a code to be read and typed. */
export type MailBlock = { kind: 'paragraph' | 'note'; text: string } | { kind: 'code'; text: string };

const FONT = "-apple-system, 'Segoe UI', Roboto, 'PingFang SC', 'Microsoft YaHei', sans-serif";
const styles = {
  paragraph: 'margin: 0 0 16px; font-size: 16px; line-height: 24px; color: #1f2426;',
  note: 'margin: 16px 0 0; font-size: 13px; line-height: 20px; color: #5c6669;',
  code: 'margin: 0 0 16px; font-size: 32px; line-height: 40px; letter-spacing: 6px; font-weight: 600; color: #0b5563;',
} satisfies Record<MailBlock['kind'], string>;

/** The same message as text and as HTML that needs nothing from outside; every word is escaped. */
export function renderMail(
  language: string,
  heading: string,
  blocks: MailBlock[],
): { text: string; html: string } {
  const text = [heading, ...blocks.map((block) => block.text)].join('\n\n');
  const body = blocks
    .map(({ kind, text }) => `<p style="${styles[kind]}">${escapeHtml(text)}</p>`)
    .join('\n');
  const html = `<!doctype html>
<html lang="${escapeHtml(language)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<body style="margin: 0; padding: 32px 16px; background: #f6f5f3; font-family: ${FONT};">
<div style="max-width: 440px; margin: 0 auto; padding: 32px; background: #fff; border: 1px solid #e5e3df; border-radius: 8px;">
<h1 style="margin: 0 0 16px; font-size: 18px; line-height: 26px; color: #1f2426;">${escapeHtml(heading)}</h1>
${body}
</div>
</body>
</html>
`;
  return { text: `${text}\n`, html };
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
