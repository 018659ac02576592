import type { BuiltinAgentTemplate } from './builtin.ts';

const code = `"""Turns titles into parts of addresses."""
import re


def slug(title, longest=40):
    """Lower case, words joined by hyphens, at most \`longest\` characters."""
    words = re.findall(r"[a-z0-9]+", title)
    text = "-".join(words)
    return text[:longest]
`;

const tests = `import unittest

from slug import slug


class SlugTest(unittest.TestCase):
    def test_joins_words(self):
        self.assertEqual(slug("Opening hours, 2026!"), "opening-hours-2026")

    def test_ends_with_a_whole_word(self):
        self.assertEqual(slug("one two three", longest=9), "one-two")

    def test_nothing_left(self):
        self.assertEqual(slug("!!!"), "")


if __name__ == "__main__":
    unittest.main()
`;

const files = { 'slug.py': code, 'test_slug.py': tests };

/** Makes failing tests pass, by the smallest change. */
export const codeFixer: BuiltinAgentTemplate = {
  id: 'e41d7a96-6c2b-4d38-b0e7-5a8c2f9b3d66',
  icon: '🔧',
  mode: 'ask',
  tools: ['read_file', 'search_files', 'edit_file', 'run_shell'],
  needsModel: true,
  words: {
    en: {
      title: 'Code fixer',
      description: 'Runs the tests, finds why they fail, and makes the smallest change that is right.',
      task: `The tests in [test_slug.py] fail. Fix [slug.py].

1. Run the tests ([python3 -m unittest test_slug]), and read each failure.
2. Find the cause of each in the code before you change anything, and say what it is.
3. Make the smallest change that fixes the cause. Do not change the tests, and do not rewrite what works.
4. Run all tests again. If something still fails, go back to 2.
5. Say what was wrong, what you changed, and where the same mistake might be elsewhere.`,
      files,
    },
    'zh-CN': {
      title: '修复代码',
      description: '运行测试，找出失败原因，用最小且正确的改动修复。',
      task: `[test_slug.py] 中的测试失败了，请修复 [slug.py]。

1. 运行测试（[python3 -m unittest test_slug]），阅读每个失败。
2. 改动之前，先在代码中找到每个失败的原因并说明。
3. 用最小的改动消除原因。不要改测试，也不要重写没有问题的部分。
4. 再次运行全部测试，仍有失败就回到第 2 步。
5. 说明错在哪里、改了什么，以及别处哪里可能有同样的错误。`,
      files,
    },
  },
};
