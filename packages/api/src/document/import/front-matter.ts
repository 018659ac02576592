/** Metadata before a file's text, between lines of three hyphens. */
export interface Matter {
  /** Undefined when not stated; '' when stated as empty. */
  title?: string;
  icon?: string;
  /** Names of its other keys. */
  others: string[];
  /** The text behind it. */
  body: string;
}

const MATTER = /^---[ \t]*\r?\n([\s\S]{0,65536}?)(?<=\n)---[ \t]*(?:\r?\n|$)/u;
/** A line of YAML as programs for notes write it; anything else is text between two lines. */
const LINE = /^(?:\s*$|\s*#|\s+\S|-\s|([\w .-]{1,80}):(?:\s+(.*))?$)/u;

/** Parts the front matter from a Markdown text. */
export function readMatter(text: string): Matter {
  const none = { others: [], body: text };
  const [whole, inner] = MATTER.exec(text) ?? [];
  // Behind an empty line it is a rule, and text.
  if (whole === undefined || inner === undefined || /^[ \t]*\r?\n/u.test(inner)) return none;
  const matter: Matter = { others: [], body: text.slice(whole.length) };
  for (const line of inner.split(/\r?\n/u)) {
    const found = LINE.exec(line);
    if (!found) return none;
    const [, name, value = ''] = found;
    if (name === undefined) continue;
    const isOurs = (name === 'title' || name === 'icon') && !/^(?:[|>&*![{]|$)/u.test(value);
    if (isOurs) matter[name] = scalar(value.trim());
    else matter.others.push(name);
  }
  return matter;
}

function scalar(value: string): string {
  if (/^'.*'$/u.test(value)) return value.slice(1, -1).replaceAll("''", "'");
  if (!/^".*"$/u.test(value)) return value.replace(/\s+#.*$/u, '');
  try {
    return String(JSON.parse(value));
  } catch {
    return value.slice(1, -1);
  }
}
