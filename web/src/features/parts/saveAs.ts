import { ApiError } from '../../api/error';

/** Fetches an answer in a media type and lets the browser keep it as a file. */
export async function saveAs(path: string, name: string, media: string): Promise<void> {
  const response = await fetch(path, { headers: { Accept: media } });
  if (!response.ok) throw new ApiError(`The server answered with status ${response.status}.`, response.status, response.headers.get('X-Request-Id') ?? '');
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
