import type { FileTask } from './task.ts';

const sales = 'region,month,amount\nnorth,1,10.5\nsouth,1,20\nnorth,2,4.5\nsouth,2,\n';

/** Tables and other data. */
export const tableTasks: FileTask[] = [
  {
    title: 'merge the tables of three months into one with a column for the month',
    files: {
      'in/jan.csv': 'name,hours\nAda,3\nBo,4\n',
      'in/feb.csv': 'name,hours\nAda,5\n',
      'in/mar.csv': 'name,hours\nBo,1\nCy,2\n',
    },
    calls: [
      ['list_files', { folder: 'in' }],
      [
        'run_python',
        {
          code: `
import csv
rows = []
for month in ("jan", "feb", "mar"):
    with open(f"in/{month}.csv", newline="") as file:
        rows += [dict(row, month=month) for row in csv.DictReader(file)]
with open("hours.csv", "w", newline="") as file:
    out = csv.DictWriter(file, ["month", "name", "hours"], lineterminator="\\n")
    out.writeheader()
    out.writerows(rows)
print(len(rows), "rows")
`,
        },
      ],
    ],
    after: {
      'in/jan.csv': 'name,hours\nAda,3\nBo,4\n',
      'in/feb.csv': 'name,hours\nAda,5\n',
      'in/mar.csv': 'name,hours\nBo,1\nCy,2\n',
      'hours.csv': 'month,name,hours\njan,Ada,3\njan,Bo,4\nfeb,Ada,5\nmar,Bo,1\nmar,Cy,2\n',
    },
    tells: '5 rows',
  },
  {
    title: 'sum the amounts of each region, without empty ones',
    files: { 'sales.csv': sales },
    calls: [
      [
        'run_shell',
        {
          command:
            'awk -F, \'NR > 1 && $3 != "" {sum[$1] += $3} END {for (r in sum) print r "=" sum[r]}\' sales.csv | sort > sums.txt; cat sums.txt',
        },
      ],
    ],
    after: { 'sales.csv': sales, 'sums.txt': 'north=15\nsouth=20\n' },
    tells: 'north=15',
  },
  {
    title: 'convert a table to JSON with numbers as numbers',
    files: { 'items.csv': 'name,price\npen,1.5\nink,20\n' },
    calls: [
      [
        'run_javascript',
        {
          code: `
const fs = require('node:fs');
const [head, ...rows] = fs.readFileSync('items.csv', 'utf8').trim().split('\\n').map((line) => line.split(','));
const items = rows.map(([name, price]) => ({ name, price: Number(price) }));
fs.writeFileSync('items.json', JSON.stringify(items) + '\\n');
fs.unlinkSync('items.csv');
console.log(items.length);
`,
        },
      ],
    ],
    after: { 'items.json': '[{"name":"pen","price":1.5},{"name":"ink","price":20}]\n' },
  },
  {
    title: 'convert lines of JSON to a table, with a comma in a text',
    files: { 'log.jsonl': '{"id":1,"text":"a, b"}\n{"id":2,"text":"c"}\n' },
    calls: [
      [
        'run_python',
        {
          code: `
import csv, json
with open("log.jsonl") as lines, open("log.csv", "w", newline="") as file:
    out = csv.writer(file, lineterminator="\\n")
    out.writerow(["id", "text"])
    for line in lines:
        row = json.loads(line)
        out.writerow([row["id"], row["text"]])
`,
        },
      ],
      ['read_file', { path: 'log.csv' }],
    ],
    after: {
      'log.jsonl': '{"id":1,"text":"a, b"}\n{"id":2,"text":"c"}\n',
      'log.csv': 'id,text\n1,"a, b"\n2,c\n',
    },
    tells: '2\t1,"a, b"',
  },
  {
    title: 'remove rows that are there twice, and keep their order',
    files: { 'mail.txt': 'b@x.org\na@x.org\nb@x.org\nc@x.org\na@x.org\n' },
    calls: [
      ['run_shell', { command: "awk '!seen[$0]++' mail.txt > kept && mv kept mail.txt && wc -l < mail.txt" }],
    ],
    after: { 'mail.txt': 'b@x.org\na@x.org\nc@x.org\n' },
    tells: '3',
  },
  {
    title: 'join two tables by an id, and name what is missing',
    files: { 'people.csv': '1,Ada\n2,Bo\n3,Cy\n', 'rooms.csv': '1,A4\n3,B2\n' },
    calls: [
      [
        'run_python',
        {
          code: `
rooms = dict(line.strip().split(",") for line in open("rooms.csv"))
with open("joined.csv", "w") as out:
    for line in open("people.csv"):
        id, name = line.strip().split(",")
        out.write(f"{name},{rooms.get(id, 'none')}\\n")
`,
        },
      ],
    ],
    after: {
      'people.csv': '1,Ada\n2,Bo\n3,Cy\n',
      'rooms.csv': '1,A4\n3,B2\n',
      'joined.csv': 'Ada,A4\nBo,none\nCy,B2\n',
    },
  },
  {
    title: 'correct dates of one form to another',
    files: { 'due.csv': 'task,due\ntax,31/12/2026\ncar,01/02/2027\n' },
    calls: [
      ['read_file', { path: 'due.csv' }],
      [
        'run_shell',
        { command: "sed -i -E 's#([0-9]{2})/([0-9]{2})/([0-9]{4})#\\3-\\2-\\1#' due.csv && cat due.csv" },
      ],
    ],
    after: { 'due.csv': 'task,due\ntax,2026-12-31\ncar,2027-02-01\n' },
    tells: '2027-02-01',
  },
  {
    title: 'tell the middle and the mean of numbers',
    files: { 'times.txt': '3\n9\n1\n7\n5\n' },
    calls: [
      [
        'run_python',
        {
          code: `
import statistics
times = [int(line) for line in open("times.txt")]
open("result.md", "w").write(f"median {statistics.median(times)}, mean {statistics.mean(times)}\\n")
print(open("result.md").read())
`,
        },
      ],
    ],
    after: { 'times.txt': '3\n9\n1\n7\n5\n', 'result.md': 'median 5, mean 5\n' },
    tells: 'median 5',
  },
  {
    title: 'split a table by its first column',
    files: { 'all.csv': 'fr,1\nde,2\nfr,3\n' },
    calls: [
      [
        'run_shell',
        {
          command:
            'mkdir -p by; while IFS=, read -r land n; do echo "$n" >> "by/$land.csv"; done < all.csv; ls by',
        },
      ],
    ],
    after: { 'all.csv': 'fr,1\nde,2\nfr,3\n', 'by/fr.csv': '1\n3\n', 'by/de.csv': '2\n' },
    tells: 'de.csv',
  },
  {
    title: 'sort a table by a number, its heading on top',
    files: { 'top.csv': 'name,points\na,9\nb,100\nc,20\n' },
    calls: [
      [
        'run_shell',
        {
          command:
            '(head -n 1 top.csv; tail -n +2 top.csv | sort -t, -k2 -n -r) > sorted && mv sorted top.csv',
        },
      ],
      ['read_file', { path: 'top.csv', from: 2, limit: 1 }],
    ],
    after: { 'top.csv': 'name,points\nb,100\nc,20\na,9\n' },
    tells: '2\tb,100',
  },
];
