import type { FileTask } from './task.ts';

/** Folders and many files. */
export const treeTasks: FileTask[] = [
  {
    title: 'rename a folder, and the paths that name it',
    files: {
      'img/a.svg': '<a/>',
      'img/b/c.svg': '<c/>',
      'page.html': '<img src="img/a.svg"><img src="img/b/c.svg">\n',
    },
    calls: [
      ['move_file', { path: 'img', to: 'assets/images' }],
      ['edit_file', { path: 'page.html', find: '"img/', replace: '"assets/images/', all: true }],
      ['list_files', { recursive: true }],
    ],
    after: {
      'assets/images/a.svg': '<a/>',
      'assets/images/b/c.svg': '<c/>',
      'page.html': '<img src="assets/images/a.svg"><img src="assets/images/b/c.svg">\n',
    },
    tells: 'assets/images/b/c.svg',
  },
  {
    title: 'give files names in lower case without spaces',
    files: { 'Annual Report.TXT': '1', 'Old Notes/My File.md': '2' },
    calls: [
      [
        'run_python',
        {
          code: `
import os
for top, folders, files in list(os.walk(".")):
    for name in files:
        old = os.path.join(top, name)
        new = old.lower().replace(" ", "-")
        if new != old:
            os.makedirs(os.path.dirname(new), exist_ok=True)
            os.rename(old, new)
`,
        },
      ],
    ],
    after: { 'annual-report.txt': '1', 'old-notes/my-file.md': '2' },
    tells: 'annual-report.txt (new)',
  },
  {
    title: 'sort files into folders by their endings',
    files: { 'a.txt': '1', 'b.md': '2', 'c.txt': '3' },
    calls: [
      [
        'run_shell',
        {
          command:
            'for f in *.*; do e="$(echo "$f" | cut -d. -f2)"; mkdir -p "$e"; mv "$f" "$e/"; done; find . -type f | sort',
        },
      ],
    ],
    after: { 'txt/a.txt': '1', 'md/b.md': '2', 'txt/c.txt': '3' },
    tells: './txt/c.txt',
  },
  {
    title: 'delete what is left over, and nothing else',
    files: { 'a.txt': '1', 'a.txt~': '0', 'build/out.o': 'x', 'build/deep/x.o': 'x', 'src/a.c': 'int a;' },
    calls: [
      ['delete_file', { path: 'build' }],
      ['delete_file', { path: 'a.txt~' }],
      ['list_files', { recursive: true }],
    ],
    after: { 'a.txt': '1', 'src/a.c': 'int a;' },
    tells: 'src/a.c',
  },
  {
    title: 'find files with the same content',
    files: { 'a/1.txt': 'same', 'b/2.txt': 'same', 'c.txt': 'other' },
    calls: [
      [
        'run_python',
        {
          code: `
import hashlib, os
found = {}
for top, _, files in os.walk("."):
    for name in files:
        path = os.path.relpath(os.path.join(top, name))
        found.setdefault(hashlib.sha256(open(path, "rb").read()).hexdigest(), []).append(path)
for paths in found.values():
    if len(paths) > 1:
        print(sorted(paths))
`,
        },
      ],
    ],
    after: { 'a/1.txt': 'same', 'b/2.txt': 'same', 'c.txt': 'other' },
    tells: "['a/1.txt', 'b/2.txt']",
  },
  {
    title: 'make an index of all pages with their titles',
    files: { 'p/one.md': '# First\nx\n', 'p/two.md': '# Second\ny\n' },
    calls: [
      ['search_files', { pattern: '^# ', regex: true }],
      [
        'run_javascript',
        {
          code: `
const fs = require('node:fs');
const lines = fs.readdirSync('p').sort().map((name) => {
  const title = fs.readFileSync('p/' + name, 'utf8').split('\\n')[0].slice(2);
  return '- [' + title + '](p/' + name + ')';
});
fs.writeFileSync('index.md', lines.join('\\n') + '\\n');
`,
        },
      ],
      ['read_file', { path: 'index.md' }],
    ],
    after: {
      'p/one.md': '# First\nx\n',
      'p/two.md': '# Second\ny\n',
      'index.md': '- [First](p/one.md)\n- [Second](p/two.md)\n',
    },
    tells: '[Second](p/two.md)',
  },
  {
    title: 'number files in order of their names',
    files: { 'scans/a.txt': 'a', 'scans/b.txt': 'b', 'scans/c.txt': 'c' },
    calls: [
      [
        'run_shell',
        {
          command:
            'cd scans; n=1; for f in *.txt; do mv "$f" "$(printf "%02d" $n)-$f"; n=$((n + 1)); done; ls',
        },
      ],
    ],
    after: { 'scans/01-a.txt': 'a', 'scans/02-b.txt': 'b', 'scans/03-c.txt': 'c' },
    tells: '03-c.txt',
  },
  {
    title: 'put parts together in order, with rules between them',
    files: { 'parts/1.md': 'one\n', 'parts/2.md': 'two\n', 'parts/10.md': 'ten\n' },
    calls: [
      [
        'run_shell',
        {
          command:
            'for n in $(ls parts | sed "s/.md//" | sort -n); do cat "parts/$n.md"; echo "---"; done > book.md; wc -l < book.md',
        },
      ],
      ['delete_file', { path: 'parts' }],
    ],
    after: { 'book.md': 'one\n---\ntwo\n---\nten\n---\n' },
    tells: 'parts was deleted (3 files)',
  },
  {
    title: 'copy a project under another name',
    files: { 'demo/main.py': 'NAME = "demo"\n', 'demo/data/x.txt': 'x' },
    calls: [
      [
        'run_shell',
        {
          command:
            "cp -r demo shop && sed -i 's/demo/shop/' shop/main.py && python3 shop/main.py && cat shop/main.py",
        },
      ],
    ],
    after: {
      'demo/main.py': 'NAME = "demo"\n',
      'demo/data/x.txt': 'x',
      'shop/main.py': 'NAME = "shop"\n',
      'shop/data/x.txt': 'x',
    },
    tells: 'shop',
  },
  {
    title: 'plan work of several steps, and do it',
    files: { 'raw.txt': 'b\na\n\nc\n' },
    calls: [
      [
        'update_plan',
        {
          items: [
            { id: '1', text: 'Clean', status: 'active' },
            { id: '2', text: 'Report', status: 'pending' },
          ],
        },
      ],
      ['run_shell', { command: "grep -v '^$' raw.txt | sort > clean.txt" }],
      [
        'update_plan',
        {
          items: [
            { id: '1', text: 'Clean', status: 'done' },
            { id: '2', text: 'Report', status: 'active' },
          ],
        },
      ],
      ['write_file', { path: 'report.md', content: '3 lines are left.\n' }],
      [
        'update_plan',
        {
          items: [
            { id: '1', text: 'Clean', status: 'done' },
            { id: '2', text: 'Report', status: 'done' },
          ],
        },
      ],
    ],
    after: { 'raw.txt': 'b\na\n\nc\n', 'clean.txt': 'a\nb\nc\n', 'report.md': '3 lines are left.\n' },
    tells: '2 of 2 steps',
  },
];
