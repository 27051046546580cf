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

const nameCharsMax = 100;

/** A name for a file that every system takes: the letters and digits of a text. */
export function fileName(text: string, otherwise: string, ending: string): string {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, nameCharsMax)
    .replaceAll(/^-+|-+$/g, '');
  return `${plain === '' ? otherwise : plain}.${ending}`;
}
