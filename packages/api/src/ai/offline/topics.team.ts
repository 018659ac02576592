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

Owners and admins open **Administration** from the team menu at the top of the sidebar: an overview of activity and cost, apps, models, tools, people, settings with the audit log, and the team's preferences. The team's budget is under **Preferences**; budgets of an app or a person are in their details.`,
      'zh-CN': `**管理**

所有者和管理员可以从侧边栏顶部的团队菜单进入 **管理**：概览（活动和费用）、应用、模型、工具、成员、设置（含审计日志）和偏好。团队预算在 **偏好** 中设置，应用和个人的预算在其详情中设置。`,
    },
  },
  {
    id: 'spaces',
    asked: [/\bspaces?\b|\bapps?\b|\bapplications?\b|\bteams?\b|\bworkspaces?\b/i, /空间|应用|团队|工作区/],
    answer: {
      en: `**Teams, spaces and apps**

A **team** is a group of people who work together. Its sidebar lists **spaces**, which group **apps**; you start with the space *General* and a chat app. Each app has a tree of channels. **My chats** is your own app, which nobody else sees.`,
      'zh-CN': `**团队、空间和应用**

**团队**是一起工作的一群人。团队的侧边栏里有**空间**，空间把**应用**分组；一开始就有空间“通用”和一个聊天应用。每个应用都有自己的频道树。**我的聊天**是只有您能看到的应用。`,
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

Everybody in a channel sees the same conversation, live: answers appear word by word for everyone, on every device. The server generates them, so you can close or reload the tab during an answer.`,
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

There are no passwords: enter your email address and then the six-digit code sent to it. Without a mail server, the code is in the server log. Server administrators can also offer sign-in with company accounts (OpenID Connect).`,
      'zh-CN': `**登录**

没有密码：输入邮箱地址，再输入发到邮箱的六位验证码。没有配置邮件服务器时，验证码会写入服务器日志。服务器管理员还可以提供企业账号登录（OpenID Connect）。`,
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

Choose light, dark or the system's theme, and English or Chinese, in the menu with your name at the bottom of the sidebar. I answer in the language you write in.`,
      'zh-CN': `**外观与语言**

在侧边栏底部带有您名字的菜单里可以选择浅色、深色或跟随系统，以及中文或英文。您用什么语言写，我就用什么语言回答。`,
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

Everything is stored on the machine that runs this server, in its data folder, or in the PostgreSQL database and object storage it is configured with. What you write to me never leaves it. What you ask another model is sent to that model's provider. \`npm run backup\` saves everything, also while the server runs; \`npm run restore\` restores it.`,
      'zh-CN': `**您的数据**

所有内容都保存在运行此服务器的机器上：在它的数据目录，或所配置的 PostgreSQL 数据库和对象存储中。您写给我的内容不会离开这台机器；向其他模型提问时，内容会发送给相应的服务商。\`npm run backup\` 备份全部数据，服务器运行时也可以使用；\`npm run restore\` 恢复数据。`,
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

\`npm start\` needs no configuration. Server administrators change sign-in methods, email and limits under **Administration → Settings**. Everything else is an environment variable, listed with its default in \`.env.example\`: for instance \`PORT\`, \`DATABASE_URL\` for your own PostgreSQL, and \`REDIS_URL\` for several servers.`,
      'zh-CN': `**配置**

\`npm start\` 不需要任何配置。服务器管理员可以在 **管理 → 设置** 中更改登录方式、邮件和限制。其余都是环境变量，\`.env.example\` 列出了全部变量及默认值：例如 \`PORT\`、指向自有 PostgreSQL 的 \`DATABASE_URL\`，以及多服务器用的 \`REDIS_URL\`。`,
    },
  },
];
