/** Hands a text to the browser as a file to save. Nothing leaves the page. */
export function downloadText(fileName: string, text: string, mediaType: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${mediaType};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser reads the blob after the click; revoking at once would empty the file in some of them.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
