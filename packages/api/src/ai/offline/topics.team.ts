import type { Topic } from './topics.ts';

/** The team, its members and the installation. */
export const teamTopics: Topic[] = [
  {
    id: 'administration',
    asked: [
      /\badmin(?:istrat\w*)?\b|\bbudgets?\b|\bcredits?\b|\busage\b|\bcosts?\b/i,
      /管理员|管理后台|预算|额度|用量|费用/,
    ],
    answer: {
      en: `**Administration**

Administrators find it in the menu under their picture: apps, models and their providers, people and invitations, usage with budgets for the team, an app or a person, settings and the audit log.`,
      'zh-CN': `**管理**

管理员可以从头像下的菜单进入：应用、模型与服务商、成员与邀请、用量及团队、应用或个人的预算、设置和审计日志。`,
    },
  },
  {
    id: 'spaces',
    asked: [/\bspaces?\b|\bapps?\b|\bapplications?\b|\bteams?\b|\bworkspaces?\b/i, /空间|应用|团队|工作区/],
    answer: {
      en: `**Teams, spaces and apps**

A **team** is a group of people who work together. Its sidebar holds **spaces**, named groups of **apps**; you begin with the space *General* and a chat app. Each app has a tree of channels.`,
      'zh-CN': `**团队、空间和应用**

**团队**是一起工作的一群人。团队的侧边栏里有**空间**，即一组有名字的**应用**；一开始就有空间“General”和一个聊天应用。每个应用都有自己的频道树。`,
    },
  },
  {
    id: 'together',
    asked: [
      /\bcolleagues?\b|\btogether\b|\bcollaborat\w*\b|\breal[- ]?time\b|\blive\b|\bother people\b/i,
      /同事|一起|协作|实时|多人/,
    ],
    answer: {
      en: `**Working together**

Everybody in a channel sees the same conversation, live: answers appear word by word for all who watch, on every device. An answer belongs to the server, not to your tab: close it or reload, and it goes on being written.`,
      'zh-CN': `**一起工作**

频道里的每个人实时看到同一段对话：回答会逐字出现在所有人的所有设备上。回答由服务器生成，与您的标签页无关：关闭或刷新页面，它都会继续写完。`,
    },
  },
  {
    id: 'signIn',
    asked: [
      /\b(?:sign|log)[- ]?(?:in|on|out|up|off)\b|\blogin\b|\blogout\b|\bpasswords?\b|\baccounts?\b|\binvitations?\b|\bsso\b|\boidc\b|\bregister\b/i,
      /登录|注册|退出|密码|账号|账户|验证码/,
    ],
    answer: {
      en: `**Signing in**

There are no passwords: you enter your email address and then the six-digit code that is sent to it. Without a mail server, the code is printed where the server runs. An operator can also offer sign-in through a company account (OpenID Connect).`,
      'zh-CN': `**登录**

没有密码：输入邮箱地址，再输入发到邮箱的六位验证码。没有配置邮件服务器时，验证码会显示在服务器的输出里。运维人员还可以提供企业账号登录（OpenID Connect）。`,
    },
  },
  {
    id: 'appearance',
    asked: [
      /\bdark\b|\blight mode\b|\bthemes?\b|\bchinese\b|\binterface language\b|\bchange (?:the )?language\b/i,
      /主题|深色|浅色|暗色|夜间|语言|英文界面|中文界面/,
    ],
    answer: {
      en: `**Appearance and language**

Choose light, dark or the system's theme, and English or Chinese, in the menu under your picture. I answer in the language you write in.`,
      'zh-CN': `**外观与语言**

在头像下的菜单里可以选择浅色、深色或跟随系统，以及中文或英文。您用什么语言写，我就用什么语言回答。`,
    },
  },
  {
    id: 'data',
    asked: [
      /\bprivacy\b|\bprivate\b|\b(?:my|our|the) data\b|\bdata stored\b|\bback ?ups?\b|\brestore\b|\bself-?host(?:ed|ing)?\b|\bgdpr\b/i,
      /隐私|备份|恢复数据|自托管|数据(?:存|保存|放)|存在哪/,
    ],
    answer: {
      en: `**Your data**

Everything lies on the machine that runs this server, in its data folder or the PostgreSQL database it was given. What you write to me never leaves it. What you ask another model goes to that model's provider. \`npm run backup\` and \`npm run restore\` save and bring back everything, also while the server runs.`,
      'zh-CN': `**您的数据**

所有内容都保存在运行此服务器的机器上：在它的数据目录，或指定的 PostgreSQL 数据库中。您写给我的内容不会离开这台机器；向其他模型提问时，内容会发送给相应的服务商。\`npm run backup\` 和 \`npm run restore\` 可以备份和恢复全部数据，服务器运行时也可以使用。`,
    },
  },
  {
    id: 'configuration',
    asked: [
      /\bconfigur\w*\b|\benv(?:ironment)?\b|\bsettings?\b|\bports?\b|\bpostgres\w*\b|\bredis\b|\binstall\w*\b|\bdeploy\w*\b|\bdocker\b|\bdatabase\b/i,
      /配置|环境变量|端口|数据库|安装|部署|设置/,
    ],
    answer: {
      en: `**Configuration**

\`npm start\` needs no configuration. Everything that can be changed is an environment variable, listed with its default in \`.env.example\`: for instance \`PORT\`, \`DATABASE_URL\` for a PostgreSQL of your own, \`REDIS_URL\` for several servers, \`SMTP_URL\` for mail, and the keys of model providers.`,
      'zh-CN': `**配置**

\`npm start\` 不需要任何配置。可以调整的都是环境变量，\`.env.example\` 列出了全部变量及默认值：例如 \`PORT\`、指向自有 PostgreSQL 的 \`DATABASE_URL\`、多服务器用的 \`REDIS_URL\`、发邮件的 \`SMTP_URL\`，以及模型服务商的密钥。`,
    },
  },
];
