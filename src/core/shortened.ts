/** At most 60 characters of a text from elsewhere, so that it cannot fill the page. */
export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
