/** What stands for the root of the page in a picture, whose own root is an SVG. */
export const rootMark = 'data-picture-root';

/** The rules of the page as they apply now; those of other widths and media are left out. */
export function pageRules(): string {
  return [...document.styleSheets].map(({ cssRules }) => textOf(cssRules)).join('\n');
}

function textOf(rules: CSSRuleList): string {
  return [...rules].map(ruleText).join('\n');
}

function ruleText(rule: CSSRule): string {
  if (rule instanceof CSSFontFaceRule) return '';
  if (rule instanceof CSSMediaRule) return matchMedia(rule.conditionText).matches ? textOf(rule.cssRules) : '';
  return rule.cssText.replaceAll(':root', `[${rootMark}]`);
}
