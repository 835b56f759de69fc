/** Hands a text to the browser as a file to save. Nothing leaves the page. */
export function downloadText(fileName: string, text: string, mediaType: string): void {
  save(fileName, new Blob([text], { type: `${mediaType};charset=utf-8` }));
}

/** Hands bytes to the browser as a file to save. Nothing leaves the page. */
export function downloadBytes(fileName: string, bytes: Uint8Array<ArrayBuffer>): void {
  save(fileName, new Blob([bytes], { type: 'application/octet-stream' }));
}

function save(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser reads the blob after the click; revoking at once would empty the file in some of them.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
