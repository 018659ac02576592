import { readFileSync } from 'node:fs';
import type { TemplateCategory } from '@tandem/shared/template/schema';
import { type Language, languages } from '@tandem/shared/user/schema';
import type { BuiltinTemplate } from '../../administration/template/builtin/builtin.ts';

/** Names of a document template in one language. */
type Naming = readonly [name: string, description: string, keywords: string[]];

/** @param folder holds the words in each language, as Markdown the way documents are exported */
function fromFolder(
  folder: string,
  about: { id: string; category: TemplateCategory; icon: string; words: Record<Language, Naming> },
): BuiltinTemplate {
  const { id, category, icon } = about;
  const wordsIn = (language: Language): BuiltinTemplate['words'][Language] => {
    const [name, description, keywords] = about.words[language];
    const document = readFileSync(new URL(`./${folder}/${language}.md`, import.meta.url), 'utf8');
    return { name, description, keywords, instructions: '', starters: [], document };
  };
  const words = Object.fromEntries(languages.map((language) => [language, wordsIn(language)]));
  return {
    ...{ id, kind: 'document', category, icon, tools: [] },
    words: words as BuiltinTemplate['words'],
  };
}

/** Document templates in display order, the most widely useful first. */
export const documentTemplates: readonly BuiltinTemplate[] = [
  fromFolder('meeting-notes', {
    id: '47eaa099-2cb6-416d-86dc-283cf0480ff9',
    category: 'planning',
    icon: '📝',
    words: {
      en: [
        'Meeting notes',
        'Agenda, decisions, and actions with owners and dates.',
        ['meeting', 'minutes', 'agenda', 'actions', 'protocol', 'notes'],
      ],
      'zh-CN': [
        '会议记录',
        '要决定什么、决定了什么、谁在何时前做什么。',
        ['会议', '纪要', '议程', '待办', '记录'],
      ],
    },
  }),
  fromFolder('project-brief', {
    id: '1509bb0a-9bf1-4331-8a11-8783593942a4',
    category: 'planning',
    icon: '🧭',
    words: {
      en: [
        'Project brief',
        'One page on the reason, the goal and the scope.',
        ['project', 'brief', 'plan', 'goal', 'scope', 'milestones', 'charter'],
      ],
      'zh-CN': [
        '项目简介',
        '一页说清为什么做、会有什么不同、不做什么。',
        ['项目', '简介', '目标', '范围', '里程碑', '立项'],
      ],
    },
  }),
  fromFolder('decision-record', {
    id: 'f5ec52ed-0108-4475-92e1-bc7656670b14',
    category: 'planning',
    icon: '⚖️',
    words: {
      en: [
        'Decision record',
        'A question, the options, the choice and the reasons.',
        ['decision', 'options', 'architecture', 'record', 'choice', 'adr'],
      ],
      'zh-CN': ['决策记录', '问题、可选方案、选了什么以及为什么。', ['决策', '方案', '选择', '架构', '记录']],
    },
  }),
  fromFolder('product-requirements', {
    id: '59ba1b0d-5c90-4158-a909-406c2e416788',
    category: 'engineering',
    icon: '📐',
    words: {
      en: [
        'Product requirements',
        'The problem, who has it, what people will be able to do, and the constraints.',
        ['product', 'requirements', 'specification', 'feature', 'story', 'prd'],
      ],
      'zh-CN': [
        '产品需求',
        '谁的问题、用户将能做什么、必须做到什么。',
        ['产品', '需求', '规格', '功能', '用户故事'],
      ],
    },
  }),
  fromFolder('weekly-review', {
    id: '5d32fe61-985f-44e7-aa09-5ee82bb29976',
    category: 'planning',
    icon: '🗓️',
    words: {
      en: [
        'Weekly review',
        'Done, not done, learned, and three things for next week.',
        ['week', 'review', 'retrospective', 'status', 'report', 'plan'],
      ],
      'zh-CN': [
        '每周回顾',
        '完成的、没完成的、学到的，以及下周三件事。',
        ['每周', '周报', '回顾', '总结', '计划'],
      ],
    },
  }),
  fromFolder('one-on-one', {
    id: '9a1e40b4-5815-4a99-99e2-d15364c7a500',
    category: 'people',
    icon: '🤝',
    words: {
      en: [
        'One-on-one',
        'A shared page for the regular talks of two people.',
        ['one-on-one', '1:1', 'talk', 'feedback', 'manager', 'career'],
      ],
      'zh-CN': ['一对一谈话', '两个人共同维护的谈话记录。', ['一对一', '谈话', '反馈', '上级', '成长']],
    },
  }),
  fromFolder('launch-checklist', {
    id: '68b4aef7-3eaa-4e17-9d8a-4eace693ae2d',
    category: 'planning',
    icon: '🚀',
    words: {
      en: [
        'Launch checklist',
        'From two weeks before to a week after, with an owner for every line.',
        ['launch', 'release', 'checklist', 'go-live', 'announcement'],
      ],
      'zh-CN': ['发布清单', '从两周前到一周后，每一行都有负责人。', ['发布', '上线', '清单', '检查', '公告']],
    },
  }),
  fromFolder('incident-review', {
    id: '142c8364-7806-4577-93e7-83e7eb04b39b',
    category: 'engineering',
    icon: '🧯',
    words: {
      en: [
        'Incident review',
        'What happened, why, and what will change; without blame.',
        ['incident', 'postmortem', 'outage', 'root cause', 'review', 'failure'],
      ],
      'zh-CN': [
        '故障复盘',
        '发生了什么、为什么会发生、改变什么；不追究个人。',
        ['故障', '复盘', '事故', '原因', '中断'],
      ],
    },
  }),
  fromFolder('runbook', {
    id: '3b041641-1788-44f2-a60d-f25453fe2e85',
    category: 'engineering',
    icon: '🧰',
    words: {
      en: [
        'How-to',
        'Steps that anyone can follow the first time, and how to roll back.',
        ['how-to', 'runbook', 'guide', 'steps', 'procedure', 'operations', 'manual'],
      ],
      'zh-CN': [
        '操作手册',
        '从没做过的人也能照着做的步骤，以及怎样回退。',
        ['手册', '步骤', '操作', '指南', '流程', '运维'],
      ],
    },
  }),
  fromFolder('onboarding-plan', {
    id: '00a154d8-5ed8-4bcc-b5c7-19c2add9ca88',
    category: 'people',
    icon: '🌱',
    words: {
      en: [
        'Onboarding plan',
        'What a new colleague needs from before the first day to the third month.',
        ['onboarding', 'new', 'colleague', 'first day', 'plan', 'hiring'],
      ],
      'zh-CN': [
        '入职计划',
        '新同事从入职之前到第三个月需要的一切。',
        ['入职', '新同事', '第一天', '计划', '培训'],
      ],
    },
  }),
  fromFolder('research-notes', {
    id: 'c0290103-855d-4f55-99ec-8712e8e3574f',
    category: 'research',
    icon: '🔎',
    words: {
      en: [
        'Research notes',
        'A question, what the sources say, how far to trust them, and the answer so far.',
        ['research', 'sources', 'notes', 'study', 'reading', 'evidence'],
      ],
      'zh-CN': [
        '研究笔记',
        '一个问题、来源怎么说、可信程度，以及目前的答案。',
        ['研究', '来源', '笔记', '阅读', '证据'],
      ],
    },
  }),
];
