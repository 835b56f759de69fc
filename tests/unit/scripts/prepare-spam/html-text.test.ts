import { describe, expect, it } from 'vitest';
import { htmlText } from '../../../../scripts/prepare-spam/html-text.ts';

const words = (html: string) => htmlText(html).split(/\s+/).filter(Boolean);

describe('htmlText', () => {
  it('drops tags, scripts and styles, and joins what a comment parts', () => {
    expect(words('<p>one<br>two<script>x()</script><style>p{}</style> thr<!-- hidden -->ee</p>')).toEqual([
      'one',
      'two',
      'three',
    ]);
  });

  it('leaves the address of links, pictures and forms', () => {
    expect(words('<a href="http://a.example/">go</a><img src=b.gif><form action=\'c\'>')).toEqual([
      'http://a.example/',
      'go',
      'b.gif',
      'c',
    ]);
  });

  it('decodes entities, by name and by number; a name it does not know is a gap', () => {
    expect(htmlText('a&nbsp;b &amp; &#99; &#x64; don&#39;t &copy;')).toBe("a b & c d don't  ");
    expect(htmlText('&#0; &#9999999;')).toBe('&#0; &#9999999;');
  });

  it('keeps what is no tag', () => {
    expect(htmlText('1 < 2 and 3 > 2')).toBe('1 < 2 and 3 > 2');
  });
});
