/** One block of a message: a paragraph, a quote, a code to type, or a link with its label. */
export type MailBlock =
  | { kind: 'paragraph' | 'note' | 'quote' | 'code'; text: string }
  | { kind: 'link'; text: string; url: string };

const FONT = "-apple-system, 'Segoe UI', Roboto, 'PingFang SC', 'Microsoft YaHei', sans-serif";
const styles = {
  paragraph: 'margin: 0 0 16px; font-size: 16px; line-height: 24px; color: #1f2426;',
  quote:
    'margin: 0 0 16px; padding-left: 12px; border-left: 2px solid #d5d8d8; font-size: 15px; line-height: 22px; color: #1f2426;',
  link: 'margin: 0 0 24px; font-size: 14px; line-height: 20px;',
  note: 'margin: 16px 0 0; font-size: 13px; line-height: 20px; color: #5c6669;',
  code: 'margin: 0 0 16px; font-size: 32px; line-height: 40px; letter-spacing: 6px; font-weight: 600; color: #0b5563;',
} satisfies Record<MailBlock['kind'], string>;

/** Renders a message as text and as HTML without external content; every word is escaped. */
export function renderMail(
  language: string,
  heading: string,
  blocks: MailBlock[],
): { text: string; html: string } {
  const text = [heading, ...blocks.map(plainBlock)].join('\n\n');
  const body = blocks.map((block) => `<p style="${styles[block.kind]}">${htmlOf(block)}</p>`).join('\n');
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

function plainBlock(block: MailBlock): string {
  if (block.kind === 'link') return block.url;
  return block.kind === 'quote' ? `> ${block.text}` : block.text;
}

function htmlOf(block: MailBlock): string {
  if (block.kind !== 'link') return escapeHtml(block.text);
  return `<a href="${escapeHtml(block.url)}" style="color: #0b5563;">${escapeHtml(block.text)}</a>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
