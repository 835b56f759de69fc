/** Reads one message (RFC 5322, RFC 2046): its subject, the text a person sees, and who took part in it. */
import { htmlText } from './html-text.ts';
import { decodeCharset, decodeHeader, decodeTransfer } from './transfer-encoding.ts';

export interface MimeMessage {
  readonly subject: string;
  /** All parts that are text. Of alternatives, the plain one. */
  readonly text: string;
  /** Headers that name who wrote, decoded: names and addresses. */
  readonly senders: readonly string[];
  /** Headers that name who was written to, decoded. */
  readonly recipients: readonly string[];
}

type Headers = ReadonlyMap<string, readonly string[]>;

interface Part {
  readonly headers: Headers;
  readonly body: string;
}

const SENDER_HEADERS = ['from', 'reply-to', 'sender', 'return-path', 'x-sender'];
const RECIPIENT_HEADERS = ['to', 'cc', 'bcc', 'delivered-to', 'x-original-to'];
const DEEPEST_PART = 8;

/** @param bytes the message as it travelled, headers first; a leading "From " line of a mailbox is skipped. */
export function readMimeMessage(bytes: Uint8Array): MimeMessage {
  const part = readPart(Buffer.from(bytes).toString('latin1').replace(/\r\n?/g, '\n').replace(/^\n+/, ''));
  const [subject = ''] = part.headers.get('subject') ?? [];
  const named = (names: readonly string[]) => names.flatMap((name) => part.headers.get(name) ?? []).map(decodeHeader);
  return {
    subject: decodeHeader(subject),
    text: textOf(part, 0),
    senders: named(SENDER_HEADERS),
    recipients: named(RECIPIENT_HEADERS),
  };
}

function readPart(source: string): Part {
  const headers = new Map<string, string[]>();
  const lines = source.split('\n');
  let at = 0;
  let values: string[] | undefined;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line === '') break;
    const [, name, value = ''] = /^([!-9;-~]+):[ \t]*(.*)$/.exec(line) ?? [];
    if (/^[ \t]/.test(line)) {
      const last = values?.pop();
      if (last !== undefined) values?.push(`${last} ${line.trim()}`);
    } else if (name !== undefined) {
      const key = name.toLowerCase();
      values = headers.get(key) ?? [];
      values.push(value);
      headers.set(key, values);
    } else if (!/^>?From /.test(line)) {
      // No header and no empty line: the body starts without one.
      return { headers, body: lines.slice(at).join('\n') };
    }
  }
  return { headers, body: lines.slice(at + 1).join('\n') };
}

function textOf(part: Part, depth: number): string {
  const [contentType = 'text/plain'] = part.headers.get('content-type') ?? [];
  const [, mediaType = 'text/plain'] = /^\s*([^;\s]+)/.exec(contentType.toLowerCase()) ?? [];
  const parameter = (name: string): string | undefined => {
    const [, quoted, plain] = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(contentType) ?? [];
    return quoted ?? plain;
  };
  const boundary = parameter('boundary');
  if (mediaType.startsWith('multipart/') && boundary !== undefined && depth < DEEPEST_PART) {
    const parts = splitParts(part.body, boundary).map(readPart);
    return mediaType === 'multipart/alternative'
      ? alternativeText(parts, depth + 1)
      : parts.map((inner) => textOf(inner, depth + 1)).join('\n');
  }
  if (mediaType === 'message/rfc822' && depth < DEEPEST_PART) {
    const inner = readPart(part.body);
    return `${(inner.headers.get('subject') ?? []).map(decodeHeader).join(' ')}\n${textOf(inner, depth + 1)}`;
  }
  const isText = !mediaType.includes('/') || mediaType === 'text/plain' || mediaType === 'text/html';
  if (!isText && !mediaType.startsWith('multipart/')) return '';

  const [encoding = ''] = part.headers.get('content-transfer-encoding') ?? [];
  const charset = parameter('charset')?.replace(/^3d/i, '') ?? 'windows-1252';
  const text = decodeCharset(decodeTransfer(part.body, encoding.trim().toLowerCase()), charset);
  const isHtml = mediaType === 'text/html' || /^\s*(?:<!doctype html|<html)/i.test(text);
  return isHtml ? htmlText(text) : text;
}

/** The first alternative with any words: they are ordered from plain to rich. */
function alternativeText(parts: readonly Part[], depth: number): string {
  for (const part of parts) {
    const text = textOf(part, depth);
    if (/\p{L}/u.test(text)) return text;
  }
  return '';
}

function splitParts(body: string, boundary: string): string[] {
  const parts: string[] = [];
  let lines: string[] | undefined;
  for (const line of body.split('\n')) {
    const isEnd = line.trimEnd() === `--${boundary}--`;
    if (isEnd || line.trimEnd() === `--${boundary}`) {
      if (lines) parts.push(lines.join('\n'));
      lines = isEnd ? undefined : [];
    } else {
      lines?.push(line);
    }
  }
  if (lines) parts.push(lines.join('\n'));
  return parts;
}
