const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['nbsp', ' '],
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['rsquo', '’'],
  ['lsquo', '‘'],
]);

/**
 * What a person reads of an HTML mail. Comments vanish without a gap, since spam hides words behind them; a tag that leads
 * somewhere or shows an image leaves its address, any other tag a space.
 */
export function htmlText(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(script|style|title)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<![^>]*>/g, '')
    .replace(/<[a-z/][^>]*>/gi, (tag) => {
      const [, address = ''] = /\b(?:href|src|action)\s*=\s*["']?([^"'\s>]+)/i.exec(tag) ?? [];
      return ` ${address} `;
    })
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));?/gi, (entity, decimal, hexadecimal, name) => {
      if (name !== undefined) return ENTITIES.get(String(name).toLowerCase()) ?? ' ';
      const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number.parseInt(decimal, 10);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
    });
}
