/** Lets the browser keep a text as a file. */
export function keepText(text: string, name: string, media: string): void {
  keep(new Blob([text], { type: media }), name);
}

/** Lets the browser keep a content as a file. */
export function keep(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
