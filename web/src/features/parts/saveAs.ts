import { ApiError } from '../../api/error';

/** Fetches an answer in a media type and lets the browser keep it as a file. */
export async function saveAs(path: string, name: string, media: string): Promise<void> {
  const response = await fetch(path, { headers: { Accept: media } });
  if (!response.ok)
    throw new ApiError(
      `The server answered with status ${response.status}.`,
      response.status,
      response.headers.get('X-Request-Id') ?? '',
    );
  keep(await response.blob(), name);
}

/** Lets the browser keep a text as a file. */
export function keepText(text: string, name: string, media: string): void {
  keep(new Blob([text], { type: media }), name);
}

function keep(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
