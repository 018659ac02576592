import type { FileTask } from './task.ts';

/** Programs and texts about them. */
export const codeTasks: FileTask[] = [
  {
    title: 'fix a script that fails, and see it work',
    files: {
      'mean.py': 'def mean(values):\n    return sum(values) / len(value)\n\nprint(mean([1, 2, 6]))\n',
    },
    calls: [
      ['run_shell', { command: 'python3 mean.py' }],
      ['read_file', { path: 'mean.py' }],
      ['edit_file', { path: 'mean.py', find: 'len(value)', replace: 'len(values)' }],
      ['run_shell', { command: 'python3 mean.py' }],
    ],
    after: {
      'mean.py': 'def mean(values):\n    return sum(values) / len(values)\n\nprint(mean([1, 2, 6]))\n',
    },
    tells: '3.0',
  },
  {
    title: 'rename a function wherever it is used',
    files: {
      'lib/math.js': 'export function add(a, b) {\n  return a + b;\n}\n',
      'main.js': "import { add } from './lib/math.js';\nconsole.log(add(1, 2), add(3, 4));\n",
      'notes.md': 'additions are listed here\n',
    },
    calls: [
      ['search_files', { pattern: '\\badd\\b', regex: true, glob: '*.js' }],
      ['edit_file', { path: 'lib/math.js', find: 'add(', replace: 'sum(' }],
      ['edit_file', { path: 'main.js', find: 'add', replace: 'sum', all: true }],
      ['search_files', { pattern: 'add' }],
    ],
    after: {
      'lib/math.js': 'export function sum(a, b) {\n  return a + b;\n}\n',
      'main.js': "import { sum } from './lib/math.js';\nconsole.log(sum(1, 2), sum(3, 4));\n",
      'notes.md': 'additions are listed here\n',
    },
    tells: 'notes.md',
  },
  {
    title: 'fill in a template for each name of a list',
    files: { 'names.txt': 'Ada\nBo\n', 'letter.txt': 'Dear {name},\nsee you.\n' },
    calls: [
      [
        'run_javascript',
        {
          code: `
const fs = require('node:fs');
const letter = fs.readFileSync('letter.txt', 'utf8');
fs.mkdirSync('letters');
for (const name of fs.readFileSync('names.txt', 'utf8').trim().split('\\n'))
  fs.writeFileSync('letters/' + name + '.txt', letter.replace('{name}', name));
`,
        },
      ],
      ['list_files', { folder: 'letters' }],
    ],
    after: {
      'names.txt': 'Ada\nBo\n',
      'letter.txt': 'Dear {name},\nsee you.\n',
      'letters/Ada.txt': 'Dear Ada,\nsee you.\n',
      'letters/Bo.txt': 'Dear Bo,\nsee you.\n',
    },
    tells: 'letters/Bo.txt',
  },
  {
    title: 'write a module with its test, and run the test',
    files: {},
    calls: [
      [
        'write_file',
        {
          path: 'roman.py',
          content:
            'V = [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]\n\ndef roman(n):\n    out = ""\n    for value, sign in V:\n        while n >= value:\n            out += sign\n            n -= value\n    return out\n',
        },
      ],
      [
        'write_file',
        {
          path: 'test_roman.py',
          content:
            'from roman import roman\n\nassert roman(14) == "XIV"\nassert roman(9) == "IX"\nprint("ok")\n',
        },
      ],
      ['run_python', { code: 'import test_roman' }],
    ],
    after: {
      'roman.py':
        'V = [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]\n\ndef roman(n):\n    out = ""\n    for value, sign in V:\n        while n >= value:\n            out += sign\n            n -= value\n    return out\n',
      'test_roman.py':
        'from roman import roman\n\nassert roman(14) == "XIV"\nassert roman(9) == "IX"\nprint("ok")\n',
    },
    tells: 'ok',
  },
  {
    title: 'find what is still to do, and list it in a file',
    files: {
      'a.py': 'x = 1  # TODO: name it\n',
      'sub/b.py': '# TODO: remove\n',
      'c.txt': 'TODO of a text\n',
    },
    calls: [
      [
        'run_shell',
        { command: "grep -rn 'TODO' --include='*.py' . | sed 's#^./##' | sort > todo.txt; cat todo.txt" },
      ],
    ],
    after: {
      'a.py': 'x = 1  # TODO: name it\n',
      'sub/b.py': '# TODO: remove\n',
      'c.txt': 'TODO of a text\n',
      'todo.txt': 'a.py:1:x = 1  # TODO: name it\nsub/b.py:1:# TODO: remove\n',
    },
    tells: 'sub/b.py:1',
  },
  {
    title: 'correct a setting in JSON without touching the rest',
    files: { 'config.json': '{\n  "port": 80,\n  "hosts": ["a", "b"]\n}\n' },
    calls: [
      ['edit_file', { path: 'config.json', find: '"port": 80,', replace: '"port": 8080,' }],
      ['run_python', { code: 'import json; print(json.load(open("config.json"))["port"] + 1)' }],
    ],
    after: { 'config.json': '{\n  "port": 8080,\n  "hosts": ["a", "b"]\n}\n' },
    tells: '8081',
  },
  {
    title: 'count the words of a text by how often they are there',
    files: { 'text.txt': 'to be or not to be\n' },
    calls: [
      [
        'run_python',
        {
          code: `
from collections import Counter
words = Counter(open("text.txt").read().split())
for word, n in sorted(words.items(), key=lambda each: (-each[1], each[0])):
    print(n, word)
`,
        },
      ],
    ],
    after: { 'text.txt': 'to be or not to be\n' },
    tells: '2 be\n2 to\n1 not\n1 or',
  },
  {
    title: 'add a heading with a licence to each source file',
    files: { 'a.js': 'let a;\n', 'lib/b.js': 'let b;\n', 'readme.md': 'about\n' },
    calls: [
      [
        'run_shell',
        {
          command:
            'find . -name "*.js" | while read -r f; do { echo "// MIT"; cat "$f"; } > new && mv new "$f"; done; head -n 1 lib/b.js',
        },
      ],
    ],
    after: { 'a.js': '// MIT\nlet a;\n', 'lib/b.js': '// MIT\nlet b;\n', 'readme.md': 'about\n' },
    tells: '// MIT',
  },
  {
    title: 'make a table of contents from headings',
    files: { 'doc.md': '# One\ntext\n## Two parts\n# Three\n' },
    calls: [
      ['search_files', { pattern: '^#', regex: true, folder: 'doc.md' }],
      [
        'run_shell',
        { command: "grep '^#' doc.md | sed -E 's/^## /  - /; s/^# /- /' > toc.md && cat toc.md" },
      ],
    ],
    after: { 'doc.md': '# One\ntext\n## Two parts\n# Three\n', 'toc.md': '- One\n  - Two parts\n- Three\n' },
    tells: '  - Two parts',
  },
  {
    title: 'compare two versions, and keep the difference',
    files: { 'old.txt': 'a\nb\nc\n', 'new.txt': 'a\nB\nc\nd\n' },
    calls: [
      [
        'run_python',
        {
          code: `
import difflib
old, new = open("old.txt").readlines(), open("new.txt").readlines()
lines = [line for line in difflib.ndiff(old, new) if line[0] in "+-"]
open("changes.txt", "w").writelines(lines)
print("".join(lines))
`,
        },
      ],
    ],
    after: { 'old.txt': 'a\nb\nc\n', 'new.txt': 'a\nB\nc\nd\n', 'changes.txt': '- b\n+ B\n+ d\n' },
    tells: '+ d',
  },
];
