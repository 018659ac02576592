/** Places people name that are not the last part of an IANA zone, and Chinese names of common ones. */
const places: Record<string, string[]> = {
  'Africa/Cairo': ['开罗', 'egypt', '埃及'],
  'Africa/Johannesburg': ['cape town', 'south africa', '约翰内斯堡', '南非'],
  'Africa/Lagos': ['nigeria', '拉各斯'],
  'Africa/Nairobi': ['kenya', '内罗毕'],
  'America/Argentina/Buenos_Aires': ['argentina', '布宜诺斯艾利斯', '阿根廷'],
  'America/Chicago': ['austin', 'dallas', 'houston', 'central time', '芝加哥', '休斯敦'],
  'America/Denver': ['mountain time', 'salt lake city', '丹佛'],
  'America/Los_Angeles': [
    'san francisco',
    'seattle',
    'san diego',
    'silicon valley',
    'california',
    'las vegas',
    'pacific time',
    '洛杉矶',
    '旧金山',
    '西雅图',
    '硅谷',
  ],
  'America/Mexico_City': ['mexico', '墨西哥城', '墨西哥'],
  'America/New_York': [
    'nyc',
    'boston',
    'washington',
    'miami',
    'atlanta',
    'philadelphia',
    'eastern time',
    '纽约',
    '波士顿',
    '华盛顿',
  ],
  'America/Sao_Paulo': ['são paulo', 'rio de janeiro', 'brazil', '圣保罗', '巴西'],
  'America/Toronto': ['ottawa', 'montreal', '多伦多', '蒙特利尔'],
  'America/Vancouver': ['温哥华'],
  'Asia/Bangkok': ['thailand', '曼谷', '泰国'],
  'Asia/Dubai': ['abu dhabi', '迪拜'],
  'Asia/Ho_Chi_Minh': ['saigon', 'hanoi', 'vietnam', 'ho chi minh city', '胡志明市', '河内', '越南'],
  'Asia/Hong_Kong': ['香港'],
  'Asia/Jakarta': ['indonesia', '雅加达'],
  'Asia/Jerusalem': ['tel aviv', 'israel', '耶路撒冷', '特拉维夫'],
  'Asia/Kolkata': [
    'india',
    'mumbai',
    'delhi',
    'new delhi',
    'bangalore',
    'bengaluru',
    'chennai',
    '印度',
    '孟买',
    '新德里',
  ],
  'Asia/Kuala_Lumpur': ['malaysia', '吉隆坡'],
  'Asia/Manila': ['philippines', '马尼拉'],
  'Asia/Riyadh': ['saudi arabia', '利雅得'],
  'Asia/Seoul': ['korea', 'south korea', '首尔', '韩国'],
  'Asia/Shanghai': [
    'china',
    'beijing',
    'shenzhen',
    'guangzhou',
    'hangzhou',
    'chengdu',
    '中国',
    '北京',
    '上海',
    '深圳',
    '广州',
    '杭州',
    '成都',
  ],
  'Asia/Singapore': ['新加坡'],
  'Asia/Taipei': ['taiwan', '台北'],
  'Asia/Tokyo': ['japan', 'osaka', 'kyoto', '东京', '日本', '大阪', '京都'],
  'Australia/Melbourne': ['墨尔本'],
  'Australia/Sydney': ['canberra', '悉尼'],
  'Europe/Amsterdam': ['netherlands', '阿姆斯特丹'],
  'Europe/Athens': ['greece', '雅典'],
  'Europe/Berlin': ['germany', 'munich', 'hamburg', 'frankfurt', '柏林', '慕尼黑', '德国'],
  'Europe/Dublin': ['ireland', '都柏林'],
  'Europe/Helsinki': ['finland', '赫尔辛基'],
  'Europe/Istanbul': ['turkey', '伊斯坦布尔'],
  'Europe/Kyiv': ['kiev', 'ukraine', '基辅'],
  'Europe/Lisbon': ['portugal', '里斯本'],
  'Europe/London': ['england', 'edinburgh', 'united kingdom', '伦敦', '英国'],
  'Europe/Madrid': ['spain', 'barcelona', '马德里', '西班牙'],
  'Europe/Moscow': ['russia', '莫斯科'],
  'Europe/Paris': ['france', '巴黎', '法国'],
  'Europe/Rome': ['italy', 'milan', '罗马', '米兰', '意大利'],
  'Europe/Stockholm': ['sweden', '斯德哥尔摩'],
  'Europe/Vienna': ['austria', '维也纳'],
  'Europe/Warsaw': ['poland', '华沙'],
  'Europe/Zurich': ['switzerland', 'geneva', '苏黎世', '瑞士'],
  'Pacific/Auckland': ['new zealand', 'wellington', '奥克兰', '新西兰'],
  'Pacific/Honolulu': ['hawaii', '檀香山', '夏威夷'],
  UTC: ['gmt', 'greenwich', '世界时'],
};

let names: Map<string, string> | undefined;

/** Lower-case name → zone. Built at first use: zones, their last segments, then the places above. */
function zoneNames(): Map<string, string> {
  if (names) return names;
  names = new Map();
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    names.set(zone.toLowerCase(), zone);
    const city = zone.split('/').at(-1)?.replaceAll('_', ' ').toLowerCase() ?? '';
    if (zone.includes('/') && city.length > 2) names.set(city, zone);
  }
  for (const [zone, aliases] of Object.entries(places)) {
    names.set(zone.toLowerCase(), zone);
    for (const alias of aliases) names.set(alias, zone);
  }
  return names;
}

/** The IANA zone of a zone's name, an offset such as "UTC+2", or a well-known place; null when unknown. */
export function findTimeZone(text: string): string | null {
  const name = text.trim().toLowerCase();
  const known = zoneNames().get(name) ?? zoneNames().get(name.replaceAll('_', ' '));
  if (known) return known;
  const offset = /^(?:utc|gmt)?\s*([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(name);
  const zone = offset
    ? `${offset[1]}${(offset[2] ?? '').padStart(2, '0')}:${offset[3] ?? '00'}`
    : text.trim();
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Places named in a sentence, with their zones, in the order in which they are named; five at most. */
export function findPlacesIn(sentence: string): { place: string; timeZone: string }[] {
  let text = ` ${sentence.toLowerCase().replace(/[^\p{L}\p{M}/_+-]+/gu, ' ')} `;
  const found: { place: string; timeZone: string; index: number }[] = [];
  const longestFirst = [...zoneNames()].toSorted(([a], [b]) => b.length - a.length);
  for (const [name, timeZone] of longestFirst) {
    // Chinese has no spaces between words; Latin names must stand as whole words.
    const place = /\p{Script=Han}/u.test(name) ? name : ` ${name} `;
    const index = text.indexOf(place);
    if (index === -1) continue;
    found.push({ place: name, timeZone, index });
    // Blanked out, so that "New York" does not name "York" too; the length stays, and with it the order.
    text = text.replace(place, ` ${'·'.repeat(Math.max(0, place.length - 2))} `.slice(0, place.length));
  }
  return found
    .toSorted((a, b) => a.index - b.index)
    .slice(0, 5)
    .map(({ place, timeZone }) => ({ place, timeZone }));
}
