/**
 * The first key that one object of a JSON text has twice, or `undefined`. `JSON.parse` takes the last of them in silence,
 * so that two readers of one file could see two different things.
 *
 * Takes time in proportion to the text, and no regular expression sees a whole string: one of megabytes would exhaust
 * its stack.
 *
 * @param json a text that `JSON.parse` takes
 */
export function duplicateJsonKey(json: string): string | undefined {
  /** Keys met so far in each object that is open; `undefined` for an open array. */
  const open: (Set<string> | undefined)[] = [];
  /** Where the last string began and ended: the key, if a colon comes next. */
  let begin = 0;
  let end = 0;
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case '{':
        open.push(new Set());
        break;
      case '[':
        open.push(undefined);
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case '"':
        begin = at;
        at = stringEnd(json, at);
        end = at + 1;
        break;
      case ':': {
        // By its value: "a" and "\u0061" are the same key.
        const name = String(JSON.parse(json.slice(begin, end)));
        const keys = open.at(-1);
        if (keys?.has(name)) return name;
        keys?.add(name);
      }
    }
  }
  return undefined;
}

/** Position of the quote that ends the string beginning at `begin`. */
function stringEnd(json: string, begin: number): number {
  let at = begin + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}
