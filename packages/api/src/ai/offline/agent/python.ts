/** A program that prints what is known of the columns of tables, a line of JSON for each. */
export function figuresProgram(paths: readonly string[]): string {
  return `import csv, json, re
csv.field_size_limit(10_000_000)
def number(cell, comma):
    bare = re.sub(r"[\\s\\u00a0'’$€£¥]|%$", "", cell)
    if comma: bare = bare.replace(".", "").replace(",", ".")
    if re.fullmatch(r"-?\\d+(\\.\\d+)?", bare): return float(bare)
    if re.fullmatch(r"-?\\d{1,3}(,\\d{3})+(\\.\\d+)?", bare): return float(bare.replace(",", ""))
for path in json.loads(${pythonJson(paths)}):
    with open(path, encoding="utf-8-sig", errors="replace", newline="") as file:
        head = file.readline()
        sign = max(",;\\t|", key=head.count)
        file.seek(0)
        rows = csv.reader(file, delimiter=sign)
        names = next(rows, [])
        found = [{"name": name.strip(), "filled": 0, "values": set(), "numbers": []} for name in names[:50]]
        count = 0
        for row in rows:
            if not any(row): continue
            count += 1
            for column, cell in zip(found, row):
                cell = cell.strip()
                if cell == "": continue
                column["filled"] += 1
                if len(column["values"]) < 100_000: column["values"].add(cell)
                value = number(cell, sign != "," and re.fullmatch(r"-?\\d+,\\d+", cell) is not None)
                if column["numbers"] is not None:
                    if value is None: column["numbers"] = None
                    else: column["numbers"].append(value)
        columns = []
        for column in found:
            numbers = column["numbers"]
            known = {"name": column["name"], "filled": column["filled"], "distinct": len(column["values"])}
            if numbers: known["numbers"] = {"sum": sum(numbers), "min": min(numbers), "max": max(numbers), "mean": sum(numbers) / len(numbers)}
            columns.append(known)
        print(json.dumps({"path": path, "rows": count, "columns": columns}))
`;
}

/** A program that writes the rows of tables with the same columns into one, and prints how many. */
export function mergeProgram(paths: readonly string[], into: string, delimiter: string): string {
  return `import csv, json, os
csv.field_size_limit(10_000_000)
paths = json.loads(${pythonJson(paths)})
into = json.loads(${pythonJson(into)})
sign = json.loads(${pythonJson(delimiter)})
if os.path.dirname(into): os.makedirs(os.path.dirname(into), exist_ok=True)
columns = None
count = 0
with open(into, "w", encoding="utf-8", newline="") as out:
    for path in paths:
        with open(path, encoding="utf-8-sig", errors="replace", newline="") as file:
            head = file.readline()
            own = max(",;\\t|", key=head.count)
            file.seek(0)
            rows = csv.reader(file, delimiter=own)
            names = [name.strip() for name in next(rows, [])]
            if columns is None:
                columns = names
                writer = csv.writer(out, delimiter=sign, lineterminator="\\n")
                writer.writerow(columns)
            order = [names.index(name) for name in columns]
            for row in rows:
                if not any(row): continue
                writer.writerow([row[index] if index < len(row) else "" for index in order])
                count += 1
print(json.dumps({"rows": count}))
`;
}

/** A value for `json.loads`, in ASCII, as Python writes texts. */
function pythonJson(value: unknown): string {
  const ascii = JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return JSON.stringify(ascii);
}
