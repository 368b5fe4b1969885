// JSON with exact numbers: what the service says in thirty digits is not rounded to a binary float.

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SPACE = /[ \t\r\n]*/y;
const DEPTH = 200;

/**
 * Reads a text. Numbers under a name in `decimals`, and in lists under it, are texts, digit by digit; so is every whole
 * number that a `number` cannot hold. Other whole numbers are numbers.
 */
export function parse(text: string, decimals: ReadonlySet<string> = new Set()): unknown {
  let at = 0;

  function fail(): never {
    throw new SyntaxError(`no JSON at ${at}`);
  }

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  }

  function is(mark: string): boolean {
    take(SPACE);
    if (!text.startsWith(mark, at)) return false;
    at += mark.length;
    return true;
  }

  function string(): string {
    take(SPACE);
    return JSON.parse(take(STRING) ?? fail()) as string;
  }

  function list<T>(end: string, item: () => T): T[] {
    const items: T[] = [];
    if (is(end)) return items;
    do items.push(item());
    while (is(","));
    return is(end) ? items : fail();
  }

  function value(name: string, depth: number): unknown {
    if (depth > DEPTH) fail();
    if (is("{")) {
      const members = list("}", () => {
        const key = string();
        if (!is(":")) fail();
        return [key, value(key, depth + 1)] as const;
      });
      // Not by assignment: a member may be called __proto__.
      return Object.fromEntries(members);
    }
    if (is("[")) return list("]", () => value(name, depth + 1));
    for (const [word, meaning] of [["true", true], ["false", false], ["null", null]] as const) {
      if (is(word)) return meaning;
    }
    if (text[at] === '"') return string();
    const digits = take(NUMBER) ?? fail();
    const read = Number(digits);
    return !decimals.has(name) && Number.isSafeInteger(read) && /^-?\d+$/.test(digits) ? read : digits;
  }

  const whole = value("", 0);
  take(SPACE);
  return at === text.length ? whole : fail();
}
