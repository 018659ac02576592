/** Languages that a code block offers; others are kept as written. */
export const languageNames: Record<string, string> = {
  text: 'Text',
  bash: 'Bash',
  c: 'C',
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  diff: 'Diff',
  dockerfile: 'Dockerfile',
  go: 'Go',
  graphql: 'GraphQL',
  html: 'HTML',
  java: 'Java',
  javascript: 'JavaScript',
  json: 'JSON',
  kotlin: 'Kotlin',
  latex: 'LaTeX',
  lua: 'Lua',
  markdown: 'Markdown',
  mermaid: 'Mermaid',
  php: 'PHP',
  python: 'Python',
  r: 'R',
  ruby: 'Ruby',
  rust: 'Rust',
  scala: 'Scala',
  sql: 'SQL',
  swift: 'Swift',
  toml: 'TOML',
  tsx: 'TSX',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
};

/** Common abbreviations after the backticks. */
const shortNames: Record<string, string> = {
  'c#': 'csharp',
  'c++': 'cpp',
  cs: 'csharp',
  docker: 'dockerfile',
  golang: 'go',
  gql: 'graphql',
  htm: 'html',
  js: 'javascript',
  kt: 'kotlin',
  md: 'markdown',
  plaintext: 'text',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  tex: 'latex',
  ts: 'typescript',
  txt: 'text',
  yml: 'yaml',
};

/** The offered language that a name means; the name itself if there is none. */
export function languageOf(name: string): string {
  const known = name.toLowerCase();
  return Object.hasOwn(shortNames, known) ? (shortNames[known] ?? name) : name;
}
