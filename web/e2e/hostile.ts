const run = 'globalThis.isHurt=1';

/** Ways to run a script in a page that takes text for more than text. */
const attempts = [
  `<script>${run}</script>`,
  `<img src=x onerror="${run}">`,
  `<svg onload="${run}">`,
  `<iframe srcdoc="<script>parent.isHurt=1</script>">`,
  `<body onload="${run}">`,
  `<details open ontoggle="${run}">x</details>`,
  `<video><source onerror="${run}"></video>`,
  `<input autofocus onfocus="${run}">`,
  `<a href="javascript:${run}">x</a>`,
  `<form action="javascript:${run}"><button>x</button></form>`,
  `<object data="javascript:${run}">`,
  `<embed src="javascript:${run}">`,
  `<math><mtext><img src=x onerror="${run}"></mtext></math>`,
  `<style>@import "javascript:${run}";</style>`,
  `<meta http-equiv="refresh" content="0;url=javascript:${run}">`,
  `<base href="https://example.org/">`,
  `<link rel="stylesheet" href="https://example.org/x.css">`,
  `<marquee onstart="${run}">x</marquee>`,
  `javascript:${run}`,
  `{{constructor.constructor("${run}")()}}`,
];

/** Places out of which an attempt would have to break first. */
const places: ((attempt: string) => string)[] = [
  (attempt) => attempt,
  (attempt) => `">${attempt}`,
  (attempt) => `'>${attempt}`,
  (attempt) => `--></textarea>${attempt}`,
  (attempt) => `]]>${attempt}`,
  (attempt) => `</script>${attempt}`,
  (attempt) => `</style>${attempt}`,
  (attempt) => `</title>${attempt}`,
  (attempt) => attempt.toUpperCase(),
  (attempt) => attempt.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (attempt) => encodeURIComponent(attempt),
  (attempt) => attempt.replaceAll('<', String.raw`\u003c`),
  (attempt) => `${attempt.slice(0, 3)}\n${attempt.slice(3)}`,
  (attempt) => `{"message":${JSON.stringify(attempt)}}`,
  (attempt) => `\${${attempt}}`,
];

/** Three hundred texts that must stay text. */
export const hostileTexts: string[] = places.flatMap((place) => attempts.map(place));

/** Some of them, for names that a page shows in full. */
export const hostileNames: string[] = ['__proto__', 'constructor', ...hostileTexts.slice(0, 8)];
