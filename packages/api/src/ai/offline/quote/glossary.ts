import { fold } from '@tandem/shared/search/words';
import { languageOf } from '../../../core/words/language.ts';

/**
 * Everyday words of offices that mean much the same, in English, German and Chinese. A question finds sentences by
 * them that use another word or another language.
 */
const GROUPS = `
rent rental | Miete Mietzins Kaltmiete | 租金 房租
deposit | Kaution | 押金
tenant lessee | Mieter | 租户 承租人
landlord lessor | Vermieter | 房东 出租人
return repay refund reimburse | erstatten zurückzahlen zurückgeben | 退还 退款 报销 返还
pay payable payment paid | zahlen bezahlen Zahlung | 支付 付款 缴纳
notice terminate termination cancel | kündigen Kündigung Kündigungsfrist | 解除 终止 通知
vacation holiday leave | Urlaub Urlaubstage Ferien | 年假 休假 假期
sick illness ill | krank Krankheit Krankmeldung | 病假 生病
overtime | Überstunden | 加班
salary wage pay | Gehalt Lohn | 工资 薪水
employee staff worker | Mitarbeiter Beschäftigte Angestellte Vollzeitbeschäftigte | 员工 职员
manager boss supervisor | Führungskraft Vorgesetzte Chef | 经理 主管 领导
price cost fee charge | Preis Kosten Gebühr | 价格 费用 价钱
expense spending | Ausgaben Spesen Auslagen | 开支 费用
travel trip journey | Reise Dienstreise | 出差 旅行 差旅
car vehicle | Auto Wagen Fahrzeug Privatwagen | 汽车
train rail railway | Bahn Zug | 火车
flight fly plane | Flug Flüge fliegen | 航班 飞机
hotel accommodation lodging | Hotel Unterkunft Übernachtung | 酒店 住宿 宾馆
meal food | Verpflegung Mahlzeit Essen | 餐费 用餐
kilometre kilometer mile mileage | Kilometer Kilometerpauschale | 公里
night | Nacht | 每晚
day | Tag Tage | 天
month monthly | Monat monatlich | 月
year annual yearly | Jahr jährlich | 年
hour | Stunde | 小时
deadline due | Frist Termin | 期限 截止
submit hand | einreichen abgeben | 提交
approve approval permission consent allow permit | genehmigen Genehmigung erlauben erlaubt Zustimmung | 批准 允许 同意
forbid forbidden prohibit ban | verboten verbieten untersagt | 禁止 不得
open opening | öffnen Öffnung geöffnet | 开放 营业
close closed | geschlossen schließen | 关闭
start begin commence | beginnen Beginn anfangen | 开始
end finish expire | enden Ende ablaufen verfallen | 结束 到期 作废
pet animal dog cat | Haustier Hund Katze Tier | 宠物 动物
repair mend maintain maintenance | reparieren Reparatur Instandhaltung Wartung | 维修
inspect inspection check test | prüfen Prüfung geprüft Inspektion | 检查 检验
heat heating | Heizung heizen | 供暖 暖气
clean cleaning | reinigen Reinigung putzen | 清洁
warranty guarantee | Garantie Gewährleistung | 保修
delivery deliver shipping ship | Lieferung liefern Versand | 交货 送货
order purchase buy | Bestellung bestellen kaufen | 订单 购买
invoice bill | Rechnung | 发票
customer client | Kunde Kunden | 客户
supplier vendor | Lieferant | 供应商
contract agreement | Vertrag Vereinbarung | 合同 协议
penalty fine | Strafe Vertragsstrafe Bußgeld | 罚款 违约金
meeting | Sitzung Besprechung | 会议
absent apology apologies | abwesend entschuldigt | 缺席
present attend attendee | anwesend teilnehmen | 出席
responsible charge owner | verantwortlich zuständig | 负责
revenue turnover sales | Umsatz Erlös | 收入 销售额
employer company firm | Unternehmen Firma Betrieb Arbeitgeber | 公司
secret confidential confidentiality disclose | vertraulich geheim Geheimhaltung | 保密 泄露
smoking smoke | rauchen Rauchen | 吸烟
parking park | Parkplatz parken | 停车
training course | Schulung Ausbildung Kurs | 培训
insurance insure | Versicherung versichert | 保险
liable liability | haften Haftung | 责任
working work | Arbeit arbeiten | 工作
time times | Zeit Zeiten Arbeitszeit | 时间
pump | Pumpe | 泵
week weekly | Woche wöchentlich | 周
receipt | Beleg Quittung | 收据
breakfast | Frühstück | 早餐
winter | Winter | 冬天 冬季
temperature degree degrees | Temperatur Grad | 温度
term period duration | Dauer Laufzeit | 期限
late delay delayed | spät verspätet Verspätung | 延误 迟到
task action todo duty | Aufgabe Aufgaben | 任务 待办
submit submitted | eingereicht einzureichen einreichen Abgabe |
keep kept | behalten halten |
buy bought | gekauft kaufen |
send sent | senden gesendet schicken |
begin began begun | beginnt begann |
hold held | |
lead led | |
leave left | |
lose lost loss | verlieren verloren Verlust |
make made | |
meet met | |
sell sold | verkaufen verkauft Verkauf | 出售
speak spoke spoken | |
teach taught | |
win won | |
write wrote written | schreiben geschrieben schriftlich | 书面
build built | |
choose chose chosen | |
drive drove driven | fahren fährt gefahren |
rise rose risen increase raise | steigen gestiegen Erhöhung | 上涨 提高
city town | Stadt Städte Städten | 城市
summer | Sommer | 夏天 夏季
`;

const stems = new Map<string, number[]>();
const chinese: { word: string; group: number }[] = [];
for (const [group, line] of GROUPS.trim().split('\n').entries()) {
  const [english = '', german = '', han = ''] = line.split('|').map((part) => part.trim());
  for (const [code, words] of [
    ['en', english],
    ['de', german],
  ] as const)
    for (const word of words.split(' ')) {
      const key = `${code} ${stemOf(word, code)}`;
      stems.set(key, [...(stems.get(key) ?? []), group]);
    }
  for (const word of han.split(' ').filter(Boolean)) chinese.push({ word, group });
}
chinese.sort((a, b) => b.word.length - a.word.length);

function stemOf(word: string, code: string): string {
  return fold(languageOf(code)?.stem(word.toLowerCase()) ?? word);
}

/** The groups of a word as it is written, in each of these languages. */
export function groupsOf(word: string, codes: readonly (string | null)[]): number[] {
  return codes.flatMap((code) => (code === null ? [] : (stems.get(`${code} ${stemOf(word, code)}`) ?? [])));
}

/** The words that mean the same in other languages as those of a text; empty when none is known. */
export function translated(text: string): string {
  const words = text.match(/\p{Script=Latin}+/gu) ?? [];
  const groups = new Set([
    ...words.flatMap((word) => groupsOf(word, ['en', 'de'])),
    ...chineseIn(text).map(({ group }) => group),
  ]);
  const lines = GROUPS.trim().split('\n');
  return [...groups]
    .map((group) => (lines[group] ?? '').replaceAll('|', ' '))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The groups of a term that is a stem already. */
export function groupsOfStem(stem: string, code: string | null): readonly number[] {
  return code === null ? [] : (stems.get(`${code} ${stem}`) ?? []);
}

/** The Chinese words of the glossary in a text, longest first, without those within others. */
export function chineseIn(text: string): { word: string; group: number }[] {
  if (!/\p{Script=Han}/u.test(text)) return [];
  let rest = text;
  return chinese.filter(({ word }) => {
    if (!rest.includes(word)) return false;
    rest = rest.replaceAll(word, ' ');
    return true;
  });
}
